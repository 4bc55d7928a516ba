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
export async function sendWaiting(): Promise<void> {
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
    await outbox.drain({ eager: true, stopAfterMs, largestUploadBytes });
    const left = await outbox.records(token.uid);
    if (left.some(canGo)) throw new Error('Some of what waits is not sent yet.');
  } finally {
    await outbox.close();
  }
}
