import type { OutboxRecord } from '../src/outbox/records/record.ts';
import { OutboxSender } from '../src/outbox/sending/OutboxSender.ts';
import { sleep } from '../src/timing.ts';
import { env } from './thisDevice.ts';
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

/**
 * Sends queued records in the background. An open window does it itself: it can renew the token, and has time.
 *
 * @throws when something is left that a later try may send: the browser then tries again
 */
export async function sendWaiting(atMostMs = stopAfterMs): Promise<void> {
  const windows = await openWindows();
  if (windows.length > 0) {
    env.channel.post({ type: 'drain' });
    if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
    await sleep(windowBeginsMs);
  }
  const token = await env.token(false).catch(() => null);
  // Nobody is signed in, a page must renew the token, or a newer version of the app has changed the database.
  if (token === null || token === 'later') return;
  const outbox = new OutboxSender(env);
  try {
    const endsAt = env.elapsed() + atMostMs;
    for (let round = 1; ; round += 1) {
      await outbox.drain({ eager: true, stopAfterMs: endsAt - env.elapsed() });
      const left = (await outbox.records(token.uid)).filter(waits);
      if (left.length === 0) return;
      // A window that was closed while sending keeps its claim for a while, and the lock for a moment.
      const isClaimed = left.some(({ state }) => state === 'sending');
      const isTried = round > 1 || left.some(({ attempts }) => attempts > 0);
      if ((isTried && !isClaimed) || env.elapsed() > endsAt)
        throw new Error('Some of what waits is not sent yet.');
      await sleep(isClaimed ? claimPollMs : windowBeginsMs);
    }
  } finally {
    await outbox.close();
  }
}
