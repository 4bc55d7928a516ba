import { useRef, useSyncExternalStore } from 'react';
import type { ApprovedProfile } from '../contract/user.ts';
import { getSession, type Session, subscribe } from './session.ts';

export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession);
}

/**
 * The reader's own profile. For pages under the approved branch of the routes, where there always is one; a page that is
 * drawn once more while its reader signs out still has the one it had.
 */
export function useProfile(): ApprovedProfile {
  const session = useSession();
  const last = useRef<ApprovedProfile>(null);
  if (session.stage === 'active') last.current = session.profile;
  if (!last.current) throw new Error(`No approved profile at stage "${session.stage}".`);
  return last.current;
}
