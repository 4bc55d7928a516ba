import { closeStorage, purgeWebStorage } from '../../session/purge.ts';
import { closeSession, getOwner, getSession } from '../../session/session.ts';

const signInPath = '/auth/signin';

/** Announces a sign-out to the other windows. */
export const leavingChannel =
  typeof BroadcastChannel === 'function' ? new BroadcastChannel('ev-session') : null;

const leaving = new AbortController();

/** Calls `end` once the page is about to be replaced, or at once if it already is. */
export function onLeaving(end: () => void): void {
  if (leaving.signal.aborted) end();
  else leaving.signal.addEventListener('abort', end);
}

export function endWork(): void {
  leaving.abort();
}

/** Replaces the page as a whole, so that nothing of the user stays in memory. */
export function leavePage(): void {
  // The back button may restore this page from the back/forward cache.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.replace(signInPath));
  location.replace(signInPath);
}

/** Leaves the page too when another window signs out. Called once. */
export function followSignOuts(): void {
  leavingChannel?.addEventListener('message', ({ data }: MessageEvent<{ uid: string }>) => {
    const owner = getOwner();
    if (getSession().stage === 'signed-out' || (owner && owner.uid !== data.uid)) return;
    endWork();
    closeSession();
    closeStorage();
    purgeWebStorage(data.uid);
    // In a later task: the pages are unmounted then, and no leave warning is shown.
    setTimeout(leavePage);
  });
}
