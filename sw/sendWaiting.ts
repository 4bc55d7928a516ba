import { Outbox } from '../src/outbox/Outbox.ts';
import type { OutboxRecord } from '../src/outbox/record.ts';
import { bytesOf } from '../src/outbox/waits.ts';
import { world } from './thisDevice.ts';

declare const self: ServiceWorkerGlobalScope;

/** Less than the three minutes that a browser gives. */
const stopAfterMs = 150_000;
const largestUploadBytes = 2 * 1024 * 1024;
/** A window in the background may be frozen; one that is not has begun by then. */
const headStartMs = 2000;
const lookAgainMs = 5000;

/** Whether another try of the worker could send it. */
function canGo(record: OutboxRecord): boolean {
  const waits = record.state === 'queued' || record.state === 'uncertain' || record.state === 'sending';
  return waits && bytesOf(record) <= largestUploadBytes;
}

/**
 * Sends what waits while nobody looks. A window that is open does it itself: it can renew the token, and has time.
 *
 * @throws when something is left that a later try may send: the browser then tries again
 */
export async function sendWaiting(atMostMs = stopAfterMs): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 0) {
    world.channel.post({ type: 'drain' });
    if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
    await new Promise((resolve) => setTimeout(resolve, headStartMs));
  }
  const token = await world.token(false).catch(() => null);
  // Nobody is signed in, a page must renew the token, or a newer version of the app looks after the outbox.
  if (token === null || token === 'later') return;
  const outbox = new Outbox(world);
  try {
    const endsAt = world.elapsed() + atMostMs;
    for (;;) {
      await outbox.drain({ eager: true, stopAfterMs: endsAt - world.elapsed(), largestUploadBytes });
      const left = (await outbox.records(token.uid)).filter(canGo);
      if (left.length === 0) return;
      // A window that was closed as it sent holds its claim for a while yet.
      const isClaimed = left.some(({ state }) => state === 'sending');
      if (!isClaimed || world.elapsed() > endsAt) throw new Error('Some of what waits is not sent yet.');
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  } finally {
    await outbox.close();
  }
}
