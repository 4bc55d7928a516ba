import type { UserType } from '../../src/contract/enums.ts';
import { isApproved, type Profile } from '../../src/contract/users/user.ts';
import { type Caller, mayInvite, mustBeSelf } from '../access.ts';
import { nowSeconds } from '../clock.ts';
import type { Queryable } from '../data/db/db.ts';
import { addEvent } from '../data/events.ts';
import { record } from '../data/users/audit.ts';
import { callerProfile, knownCaller } from '../data/users/callers.ts';
import { acceptInvitation, findInvitation } from '../data/users/invitations.ts';
import { hasAdministrator, insertProfile } from '../data/users/users.ts';
import { Refusal } from '../errors.ts';
import type { Context } from '../http/callRow.ts';

type Approval = { userType: UserType; userApproved: boolean; because: string };

/**
 * Returns the initial type and approval of a new user. An invitation counts as approval if its inviter may still invite; else it
 * only filled in the form, and an admin has to approve the user.
 *
 * @param now epoch seconds
 */
async function initialApproval(
  db: Queryable,
  email: string,
  adminEmail: string,
  now: number,
): Promise<Approval> {
  if (email === adminEmail && !(await hasAdministrator(db))) {
    return { userType: 'ADMIN', userApproved: true, because: 'ADMIN_EMAIL' };
  }
  const open = await findInvitation(db, email, now);
  const inviter = open && (await callerProfile(db, open.invitedBy));
  if (inviter && isApproved(inviter) && mayInvite({ profile: inviter }, open.invitation.userType)) {
    return { userType: open.invitation.userType, userApproved: true, because: open.invitedBy };
  }
  return { userType: 'CLIENT', userApproved: false, because: '' };
}

/** POST /register (§3): creates the caller's profile. */
export async function register(context: Context<'register', Caller>): Promise<Profile> {
  const { caller, body, db, services, requestId } = context;
  mustBeSelf(caller, body.email);
  const now = nowSeconds(services);
  // Read again: the user may have been erased since the request arrived.
  if ((await knownCaller(db, caller)).erased) throw new Refusal('unauthorized');
  const { because, ...approval } = await initialApproval(db, caller.email, services.adminEmail, now);
  const profile = await insertProfile(db, { ...body, ...approval }, caller.uid, now);
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
