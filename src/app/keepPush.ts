import { closeNotices } from '../session/notices.ts';
import { followPush, lookAgain } from '../session/push.ts';
import { getOwner, getSession, onEntered, subscribe } from '../session/session.ts';

/** Keeps this device subscribed for whoever is signed in and wants it. Called once. */
export function keepPush(): void {
  const follow = () => followPush(getSession().stage === 'active' ? (getOwner()?.uid ?? null) : null);
  follow();
  subscribe(follow);
  // What was shown to somebody whose session was lost is not for whoever signs in next.
  onEntered(({ uid }) => void closeNotices(uid).catch(() => undefined));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookAgain().catch(() => undefined);
  });
}
