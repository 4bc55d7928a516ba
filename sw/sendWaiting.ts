import type { OutboxRecord } from '../src/outbox/records/record.ts';
import { Courier } from '../src/outbox/sending/Courier.ts';
import { bytesOf } from '../src/outbox/sending/waits.ts';
import { sleep } from '../src/timing.ts';
import { world } from './thisDevice.ts';

declare const self: ServiceWorkerGlobalScope;

/** Less than the three minutes that a browser gives. */
const stopAfterMs = 150_000;
const largestUploadBytes = 2 * 1024 * 1024;
/** A window in the background may be frozen; one that is not has begun by then. */
const headStartMs = 2000;
const lookAgainMs = 5000;

/** Whether it goes by itself, once it can. */
function waits({ state }: OutboxRecord): boolean {
  return state === 'queued' || state === 'uncertain' || state === 'sending';
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
    await sleep(headStartMs);
  }
  const token = await world.token(false).catch(() => null);
  // Nobody is signed in, a page must renew the token, or a newer version of the app looks after the outbox.
  if (token === null || token === 'later') return;
  const outbox = new Courier(world);
  try {
    const isLarge = (record: OutboxRecord) => bytesOf(record) > largestUploadBytes;
    const waiting = async () => (await outbox.records(token.uid)).filter(waits);
    // What goes in pieces loses nothing when the browser ends the worker in the middle of it.
    const leavesLarge =
      (await waiting()).some(isLarge) && !(await world.wire.pieces.offered(token.idToken).catch(() => false));
    const endsAt = world.elapsed() + atMostMs;
    for (let round = 1; ; round += 1) {
      await outbox.drain({
        eager: true,
        stopAfterMs: endsAt - world.elapsed(),
        ...(leavesLarge && { largestUploadBytes }),
      });
      const left = (await waiting()).filter((record) => !leavesLarge || !isLarge(record));
      if (left.length === 0) return;
      // A window that was closed as it sent holds its claim for a while yet, and the lock of all for a moment.
      const isClaimed = left.some(({ state }) => state === 'sending');
      const isTried = round > 1 || left.some(({ attempts }) => attempts > 0);
      if ((isTried && !isClaimed) || world.elapsed() > endsAt)
        throw new Error('Some of what waits is not sent yet.');
      await sleep(isClaimed ? lookAgainMs : headStartMs);
    }
  } finally {
    await outbox.close();
  }
}
