import { operatorActor } from '../../src/contract/audit.ts';
import type { Profile } from '../../src/contract/users/user.ts';
import { administrators } from '../access/access.ts';
import type { Database } from '../data/db/db.ts';
import { addEvent } from '../data/events.ts';
import { addAuditEntry } from '../data/users/audit.ts';
import { findProfileToChange, lockUsers, saveProfile } from '../data/users/users.ts';

/**
 * Makes a registered user an approved admin, whatever their type and approval were.
 *
 * @param email in lower case
 * @param nowMs milliseconds since 1970
 * @returns null when nobody is registered with the email
 */
export async function makeAdmin(db: Database, email: string, nowMs: number): Promise<Profile | null> {
  const created = Math.floor(nowMs / 1000);
  return db.tx(async (tx) => {
    await lockUsers(tx);
    const profile = await findProfileToChange(tx, email);
    if (!profile) return null;
    if (administrators.includes(profile.userType) && profile.userApproved) return profile;
    const changed = { ...profile, userType: 'ADMIN', userApproved: true, userRefused: false } as const;
    const detail = { from: profile.userType, to: 'ADMIN' };
    await addAuditEntry(tx, { actor: operatorActor, action: 'change-type', subject: email, detail, created });
    await addEvent(tx, {
      kind: 'profile',
      actor: '',
      created,
      forUser: email,
      detail: { decision: profile.userApproved ? 'changed' : 'approved' },
    });
    return saveProfile(tx, changed, created);
  });
}
