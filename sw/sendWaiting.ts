import type { OutboxRecord } from '../src/outbox/records/record.ts';
import { heldMs, momentNow } from '../src/outbox/records/written.ts';
import { OutboxSender } from '../src/outbox/sending/OutboxSender.ts';
import { sleep } from '../src/timing.ts';
import { env, userHere } from './thisDevice.ts';
import { openWindows } from './windows.ts';

/** Time limit of sending: less than the three minutes that a browser gives. */
const stopAfterMs = 150_000;
/** A window in the background may be frozen; one that is not has begun by then. */
const windowBeginsMs = 2000;
const claimPollMs = 5000;

/** Whether a record is sent by itself, once it can be. */
function waits({ state }: OutboxRecord): boolean {
  return state === 'queued' || state === 'uncertain' || state === 'sending';
}

/** Returns until when something can still be undone, in milliseconds from now. */
function longestHeldMs(records: readonly OutboxRecord[]): number {
  const now = momentNow(env);
  return Math.max(0, ...records.map((record) => heldMs(record, now)));
}

/**
 * Sends queued records in the background. An open window does it itself: it can renew the token, and has time. But one with something
 * that can still be undone may be closed before that leaves, and wakes nobody any more: then this waits, and looks again.
 *
 * @throws when something is left that a later try may send: the browser then tries again
 */
export async function sendWaiting(atMostMs = stopAfterMs): Promise<void> {
  const outbox = new OutboxSender(env);
  const left = async () => (await outbox.records((await userHere()).uid)).filter(waits);
  try {
    const endsAt = env.elapsed() + atMostMs;
    const windows = await openWindows();
    if (windows.length > 0) {
      env.channel.post({ type: 'drain' });
      const toUndoMs = longestHeldMs(await left().catch(() => []));
      const isVisible = windows.some(({ visibilityState }) => visibilityState === 'visible');
      if (isVisible && toUndoMs === 0) return;
      await sleep(toUndoMs + windowBeginsMs);
    }
    const token = await env.token(false).catch(() => null);
    // Nobody is signed in, a page must renew the token, or a newer version of the app has changed the database.
    if (token === null || token === 'later') return;
    for (let round = 1; ; round += 1) {
      await outbox.drain({ eager: true, stopAfterMs: endsAt - env.elapsed() });
      const rest = await left();
      if (rest.length === 0) return;
      const toUndoMs = longestHeldMs(rest);
      // A window that was closed while sending keeps its claim for a while, and the lock for a moment.
      const isClaimed = rest.some(({ state }) => state === 'sending');
      const isTried = round > 1 || rest.some(({ attempts }) => attempts > 0);
      if ((isTried && !isClaimed && toUndoMs === 0) || env.elapsed() > endsAt)
        throw new Error('Some of what waits is not sent yet.');
      await sleep(toUndoMs || (isClaimed ? claimPollMs : windowBeginsMs));
    }
  } finally {
    await outbox.close();
  }
}
