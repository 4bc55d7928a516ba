import { showRecordsOf, startOutbox } from '../outbox/pageOutbox.ts';
import { mirrorSession } from '../outbox/signOut.ts';
import { getOwner, heldToken, onHeldToken, subscribe } from '../session/session.ts';

/** Starts the outbox, and sends what waits whenever that may have become possible. Called once, before the app is drawn. */
export function startSending(): void {
  const outbox = startOutbox(heldToken);
  const drain = () => void outbox.drain({ eager: true });
  onHeldToken((token) => {
    // Where nothing can be kept there is nothing for the worker to send.
    void mirrorSession(outbox.db, token).then(drain, () => undefined);
  });
  subscribe(() => showRecordsOf(getOwner()));
  window.addEventListener('online', drain);
  window.addEventListener('pageshow', drain);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') drain();
  });
}
