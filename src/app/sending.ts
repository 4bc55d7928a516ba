import { followDeliveries, onRefused } from '../outbox/delivered.ts';
import { onWaitingChange, showRecordsOf, startOutbox } from '../outbox/pageOutbox.ts';
import { mirrorSession } from '../outbox/signOut.ts';
import { askOnceNeeded } from '../session/keepStorage.ts';
import { getOwner, heldToken, onHeldToken, refresh, subscribe } from '../session/session.ts';
import { toast } from '../ui/toast.ts';

/** Starts the outbox, and sends what waits whenever that may have become possible. Called once, before the app is drawn. */
export function startSending(): void {
  const outbox = startOutbox(heldToken);
  const drain = () => void outbox.drain({ eager: true });
  onHeldToken((token) => {
    // Where nothing can be kept there is nothing for the worker to send.
    void mirrorSession(outbox.db, token).then(drain, () => undefined);
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
  window.addEventListener('online', drain);
  window.addEventListener('pageshow', drain);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') drain();
  });
}
