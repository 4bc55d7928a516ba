import { followDeliveries, onRefused } from '../outbox/delivered.ts';
import { onWaitingChange, pageOutbox, showRecordsOf, startOutbox } from '../outbox/pageOutbox.ts';
import { mirrorSession } from '../outbox/signOut.ts';
import { askOnceNeeded } from '../session/keepStorage.ts';
import { getOwner, heldToken, onEntered, onHeldToken, refresh, subscribe } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { notSentOf, wordsOfNotSent } from './notSent.ts';

let stopMirror: () => void = () => undefined;

/**
 * Starts the outbox, and sends what waits whenever that may have become possible. Called once, before the app is drawn.
 *
 * @param ready what must have ended before anybody's session is used
 */
export function startSending(ready: () => Promise<unknown>): void {
  let telling = Promise.resolve();
  const outbox = startOutbox(async (renew) => {
    await ready();
    await telling;
    return heldToken(renew);
  });
  const drain = () => void outbox.drain({ eager: true });
  void ready().then(() => {
    stopMirror = onHeldToken((token) => {
      // Where nothing can be kept there is nothing for the worker to send.
      void mirrorSession(outbox.db, token).then(drain, () => undefined);
    });
  });
  subscribe(() => showRecordsOf(getOwner()));
  followDeliveries(outbox);
  onWaitingChange((records) => {
    if (records.length > 0) void askOnceNeeded();
  });
  onRefused(({ kind, error }) => {
    // Messages and changes say it where they stand; a mark is taken back, and nothing else would tell why.
    if (kind === 'toggle') toast(`The message could not be marked. ${error?.text ?? ''}`, { tone: 'bad' });
    // Rights may have changed since the profile was read.
    if (error?.status === 403) refresh().catch(() => undefined);
  });
  onEntered(({ uid }) => {
    telling = tellOfEarlier(uid);
  });
  window.addEventListener('online', drain);
  window.addEventListener('pageshow', drain);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') drain();
  });
}

/** What was kept for a person at their last sign-out, or when their session was lost, goes on as they sign in. */
async function tellOfEarlier(uid: string): Promise<void> {
  const waiting = (await notSentOf(uid)).filter(({ isStuck }) => !isStuck);
  if (waiting.length === 0) return;
  toast(`${wordsOfNotSent(waiting)} from before ${waiting.length === 1 ? 'is' : 'are'} being sent.`);
}

/** Begins nothing more and mirrors no token: the page is about to go. */
export function stopSending(): void {
  stopMirror();
  void pageOutbox().close();
}
