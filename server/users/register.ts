import type { CallName } from '../../src/contract/calls.ts';
import type { UserType } from '../../src/contract/enums.ts';
import type { Registration } from '../../src/contract/users/registration.ts';
import type { Profile } from '../../src/contract/users/user.ts';
import { type Caller, mustBeSelf } from '../access/access.ts';
import type { Queryable } from '../data/db/db.ts';
import { addEvent } from '../data/events.ts';
import { addAuditEntry } from '../data/users/audit.ts';
import { keepAccount, knownCaller } from '../data/users/callers.ts';
import { acceptInvitation } from '../data/users/invitations.ts';
import { dropSignUps, findSignUp } from '../data/users/signUps.ts';
import { hasAdmin, insertProfile, lockUsers } from '../data/users/users.ts';
import { Refusal } from '../errors/errors.ts';
import type { Context } from '../http/callRow.ts';
import { nowSeconds } from '../time/clock.ts';
import { approvingInvitation } from './approvingInvitation.ts';

type Approval = { userType: UserType; userApproved: boolean; because: string };

/**
 * Returns the initial type and approval of a new user. Without an invitation that approves them, an admin has to.
 *
 * @param now epoch seconds
 * @param token of the link that proved the address: no other invitation counts then
 */
async function initialApproval(
  db: Queryable,
  email: string,
  adminEmail: string,
  now: number,
  token?: string,
): Promise<Approval> {
  if (email === adminEmail && !(await hasAdmin(db))) {
    return { userType: 'ADMIN', userApproved: true, because: 'ADMIN_EMAIL' };
  }
  const open = await approvingInvitation(db, email, now, token);
  if (open) return { userType: open.invitation.userType, userApproved: true, because: open.invitedBy };
  return { userType: 'CLIENT', userApproved: false, because: '' };
}

type Registering = Pick<Context<CallName, Caller>, 'caller' | 'services' | 'requestId' | 'now'> & {
  /** A transaction with `lockUsers`. */
  db: Queryable;
};

/**
 * Registers the caller.
 *
 * @param token of the link that proved their address: an invitation that has ended or was renewed since approves nobody
 */
export async function registerWith(
  { caller, db, services, requestId, now }: Registering,
  registration: Registration,
  token?: string,
): Promise<Profile> {
  // Read again: the user may have been erased since the request arrived.
  if ((await knownCaller(db, caller)).erased) throw new Refusal('unauthorized');
  const { because, ...approval } = await initialApproval(db, caller.email, services.adminEmail, now, token);
  const profile = await insertProfile(db, { ...registration, ...approval }, now);
  if (!profile) throw new Refusal('profile-exists');
  await keepAccount(db, caller);
  await acceptInvitation(db, profile.email, now);
  await dropSignUps(db, caller);
  const { email: subject, userType } = profile;
  const detail = {
    userType,
    ...(because ? { approvedBy: because } : {}),
    ...(token === undefined ? {} : { provenBy: 'INVITATION' }),
  };
  await addAuditEntry(db, { actor: subject, action: 'register', subject, detail, created: now, requestId });
  await addEvent(db, {
    kind: 'profile',
    actor: subject,
    created: now,
    forUser: subject,
    detail: { decision: 'registered' },
  });
  return profile;
}

/** POST /register (§3): creates the caller's profile. */
export async function register(context: Context<'register', Caller>): Promise<Profile> {
  mustBeSelf(context.caller, context.body.email);
  return registerWith(context, context.body);
}

/** Registers a caller with what they typed at the sign-up, once, however many requests come at once. @returns null if there is nothing */
export async function registerFromSignUp(context: Context<'profile', Caller>): Promise<Profile | null> {
  const { caller, db, services } = context;
  // Nobody else waits for who has typed nothing.
  if (!(await findSignUp(db, caller, context.now))) return null;
  const profile = await db.tx(async (tx) => {
    await lockUsers(tx);
    const now = nowSeconds(services);
    const typed = await findSignUp(tx, caller, now);
    if (!typed) return (await knownCaller(tx, caller)).profile;
    return registerWith({ ...context, db: tx, now }, typed);
  });
  services.wakeUp.signal();
  return profile;
}
