import type { UserType } from '../../src/contract/enums.ts';
import type { Profile } from '../../src/contract/user.ts';
import { mayInvite, mustBeSelf } from '../access.ts';
import type { Queryable } from '../data/db/db.ts';
import { addEvent } from '../data/events.ts';
import { record } from '../data/users/audit.ts';
import { knownCaller } from '../data/users/callers.ts';
import { acceptInvitation, findInvitation } from '../data/users/invitations.ts';
import { findStaff, hasAdministrator, insertProfile } from '../data/users/users.ts';
import { Refusal } from '../http/errors.ts';
import type { Context } from '../http/route.ts';
import { nowSeconds } from '../services.ts';

type Standing = { userType: UserType; userApproved: boolean; because: string };

/**
 * What a person begins as. An invitation is the approval, when who made it still may make it; else the names of it were
 * of use, and an administrator looks at the person.
 *
 * @param now epoch seconds
 */
async function standingOf(db: Queryable, email: string, adminEmail: string, now: number): Promise<Standing> {
  if (email === adminEmail && !(await hasAdministrator(db))) {
    return { userType: 'ADMIN', userApproved: true, because: 'ADMIN_EMAIL' };
  }
  const open = await findInvitation(db, email, now);
  const inviter = open && (await findStaff(db, open.invitedBy));
  if (inviter && mayInvite({ profile: inviter }, open.invitation.userType)) {
    return { userType: open.invitation.userType, userApproved: true, because: open.invitedBy };
  }
  return { userType: 'CLIENT', userApproved: false, because: '' };
}

/** POST /register (§3): makes the caller's profile. */
export async function register(context: Context<'register'>): Promise<Profile> {
  const { caller, body, db, services, requestId } = context;
  mustBeSelf(caller, body.email);
  const now = nowSeconds(services);
  // Again: they may have been erased since the request came in.
  if ((await knownCaller(db, caller)).erased) throw new Refusal('unauthorized');
  const { because, ...standing } = await standingOf(db, caller.email, services.adminEmail, now);
  const profile = await insertProfile(db, { ...body, ...standing }, caller.uid, now);
  if (!profile) throw new Refusal('profile-exists');
  await acceptInvitation(db, profile.email, now);
  const { email: subject, userType } = profile;
  const detail = { userType, ...(because ? { approvedBy: because } : {}) };
  await record(db, { actor: subject, action: 'register', subject, detail, created: now, requestId });
  await addEvent(db, {
    kind: 'profile',
    actor: subject,
    created: now,
    forUser: subject,
    detail: { decision: 'registered' },
  });
  return profile;
}
