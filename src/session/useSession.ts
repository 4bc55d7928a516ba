import { useRef, useSyncExternalStore } from 'react';
import type { ApprovedProfile } from '../contract/users/user.ts';
import { getSession, onSessionChange, type Session } from './session.ts';

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession, getSession);
}

/**
 * Returns the user's own profile. Only for pages under the approved branch of the routes, where there always is one: a page that renders
 * once more during the sign-out gets the last one.
 */
export function useProfile(): ApprovedProfile {
  const session = useSession();
  const last = useRef<ApprovedProfile>(null);
  if (session.stage === 'active') last.current = session.profile;
  if (!last.current) throw new Error(`No approved profile at stage "${session.stage}".`);
  return last.current;
}
