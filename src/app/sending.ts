import { followDeliveries, onRefused } from '../outbox/delivered.ts';
import { pageOutbox } from '../outbox/pageOutbox.ts';
import { mirrorSession } from '../outbox/signOut.ts';
import { onWaitingChange, waitingRecords } from '../outbox/waiting.ts';
import { askOnceNeeded } from '../session/keepStorage.ts';
import { onEntered, onHeldToken, refresh } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { onLeaving } from './leavePage.ts';
import { notSentOf, wordsOfNotSent } from './notSent.ts';
import { onHealed } from './onHealed.ts';
import { sendAfter } from './outboxToken.ts';

/** Opens the outbox, and sends what waits whenever that may have become possible. Called once. */
export function startSending(): void {
  const outbox = pageOutbox();
  const drain = () => void outbox.drain({ eager: true });
  const stopMirror = onHeldToken((token) => {
    // Where nothing can be kept there is nothing for the worker to send.
    void mirrorSession(outbox.db, token).then(drain, () => undefined);
  });
  // The page is about to go: nothing more is begun, and no token mirrored.
  onLeaving(() => {
    stopMirror();
    void outbox.close();
  });
  followDeliveries(outbox);
  const ask = () => {
    if (waitingRecords().length > 0) void askOnceNeeded();
  };
  ask();
  onWaitingChange(ask);
  onRefused(({ kind, error }) => {
    // Messages and changes say it where they stand; a mark is taken back, and nothing else would tell why.
    if (kind === 'toggle') toast(`The message could not be marked. ${error?.text ?? ''}`, { tone: 'bad' });
    // Rights may have changed since the profile was read.
    if (error?.status === 403) refresh().catch(() => undefined);
  });
  onEntered(({ uid }) => sendAfter(tellOfEarlier(uid)));
  onHealed(drain);
  window.addEventListener('online', drain);
  window.addEventListener('pageshow', drain);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') drain();
  });
  drain();
}

/** What was kept for a person at their last sign-out, or when their session was lost, goes on as they sign in. */
async function tellOfEarlier(uid: string): Promise<void> {
  const waiting = (await notSentOf(uid)).filter(({ isStuck }) => !isStuck);
  if (waiting.length === 0) return;
  toast(`${wordsOfNotSent(waiting)} from before ${waiting.length === 1 ? 'is' : 'are'} being sent.`);
}
