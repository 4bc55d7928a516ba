import { closeStorage, purgeWebStorage } from '../../session/purge.ts';
import { closeSession, getOwner, getSession } from '../../session/session.ts';

const signInPath = '/auth/signin';

/** How windows tell each other that somebody signs out. */
export const leavingChannel =
  typeof BroadcastChannel === 'function' ? new BroadcastChannel('ev-session') : null;

const leaving = new AbortController();

/** Work that must begin nothing more once the page is about to go; at once, where it is already. */
export function onLeaving(end: () => void): void {
  if (leaving.signal.aborted) end();
  else leaving.signal.addEventListener('abort', end);
}

export function endWork(): void {
  leaving.abort();
}

/** The page is replaced as a whole: nothing of the person stays in its memory either. */
export function leavePage(): void {
  // Should the browser show this very page once more, by "back".
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.replace(signInPath));
  location.replace(signInPath);
}

/** Leaves too when another window signs out. Called once. */
export function followSignOuts(): void {
  leavingChannel?.addEventListener('message', ({ data }: MessageEvent<{ uid: string }>) => {
    const owner = getOwner();
    if (getSession().stage === 'signed-out' || (owner && owner.uid !== data.uid)) return;
    endWork();
    closeSession();
    closeStorage();
    purgeWebStorage(data.uid);
    // Once its pages are gone, none of them asks whether to stay.
    setTimeout(leavePage);
  });
}
