import { apply } from '../cache/apply.ts';
import { requestTimeoutMs } from '../contract/limits.ts';
import { isStaffProfile } from '../contract/users/user.ts';
import { persistedKey } from '../offline/persist.ts';
import { purgeResponses } from '../offline/responses.ts';
import { stopBackgroundSaving } from '../offline/saveForOffline.ts';
import { getOfflineJobs, noOfflineJobs, patchOfflineJobs } from '../offline/shownOfflineJobs.ts';
import { readStored, writeStored } from '../storage.ts';
import { sleep } from '../timing.ts';
import { getOwner, getSession, onSessionChange, type Session } from './session.ts';

/**
 * Removes what a user read as staff from the device when they are staff no longer: the jobs and messages of all clients, and staff notes.
 * What they wrote themselves stays.
 */

/** Set while this device may have what a user read as staff, so that a purge that was interrupted is continued. */
function markOf(uid: string): string {
  return `staff:${uid}`;
}

/** Whether a user is staff; null while the server has not said. */
function isStaffNow(session: Session): boolean | null {
  if (session.stage === 'active') return isStaffProfile(session.profile);
  return session.stage === 'unapproved' || session.stage === 'no-profile' ? false : null;
}

async function purgeReads(uid: string): Promise<void> {
  await stopBackgroundSaving();
  apply({ kind: 'rights-lost' });
  writeStored(persistedKey(uid), null);
  patchOfflineJobs({ ...noOfflineJobs, possible: getOfflineJobs().possible });
  if ('caches' in globalThis) await purgeResponses(uid);
}

/** The user who was staff at this window's last check: another window may have purged the stores, but not its memory. */
let staffHere: string | null = null;
let purging: string | null = null;

/** Purges twice: a response that was on its way may have been cached after the first time. */
async function loseRole(uid: string): Promise<void> {
  purging = uid;
  try {
    await purgeReads(uid);
    await sleep(2 * requestTimeoutMs);
    if (getOwner()?.uid !== uid || isStaffNow(getSession()) !== false) return;
    if ('caches' in globalThis) await purgeResponses(uid);
    writeStored(markOf(uid), null);
  } catch (error) {
    // The mark stays: the next start tries again.
    console.warn('What was read as staff could not be purged yet:', error);
  } finally {
    purging = null;
  }
}

/** Purges what a user read as staff as soon as they are staff no longer. Called once. @param onLost called as that begins */
export function purgeOnRoleLoss(onLost: () => void): void {
  const check = () => {
    const owner = getOwner();
    const isStaff = isStaffNow(getSession());
    if (!owner || isStaff === null) return;
    const { uid } = owner;
    if (isStaff) {
      staffHere = uid;
      if (readStored(markOf(uid)) === null) writeStored(markOf(uid), '1');
    } else if ((staffHere === uid || readStored(markOf(uid))) && purging !== uid) {
      staffHere = null;
      onLost();
      void loseRole(uid);
    }
  };
  check();
  onSessionChange(check);
}
