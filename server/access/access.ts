import { isStaff, type JobStatus, type UserType } from '../../src/contract/enums.ts';
import { type JobFieldName, jobFields } from '../../src/contract/jobs/jobFields.ts';
import { mayEditJob, nextStatuses } from '../../src/contract/jobs/jobRights.ts';
import type { LiveEvent } from '../../src/contract/live.ts';
import { type ApprovedProfile, isApproved, type Profile } from '../../src/contract/users/user.ts';
import { Refusal } from '../errors/errors.ts';

/** The owner of a verified token. */
export type Identity = {
  uid: string;
  /** In lower case; `''` when the provider has none. */
  email: string;
  verified: boolean;
  /** Epoch seconds: when the user entered their password. A renewed token keeps this value. */
  signedIn: number;
  /** Epoch seconds. */
  expires: number;
  /** When the provider says that the account's password was set; null where it did not answer, absent where it is not asked. */
  passwordSet?: number | null;
};

/** The sender of a request: the token's owner, with their profile once there is one. */
export type Caller = Identity & { profile: Profile | null };
/** A caller who has passed every stage of the access flow. */
export type ApprovedCaller = Identity & { profile: ApprovedProfile };

/**
 * Who may make a call: anyone, who is signed in, users with a verified email, or approved users of these types. The functions below
 * decide which rows a call may touch; other rows are answered with 404.
 */
export type Rule = 'public' | 'signed-in' | 'verified' | readonly UserType[];

export const approved: readonly UserType[] = ['ADMIN', 'EMPLOYEE', 'CLIENT'];
export const staff: readonly UserType[] = ['ADMIN', 'EMPLOYEE'];
export const administrators: readonly UserType[] = ['ADMIN'];

/** Throws a `Refusal` unless the caller has reached the required stage and has a user type that may make this call. */
export function mustMayCall(rule: Rule, caller: Caller): void {
  if (rule === 'public') return;
  if (rule === 'signed-in' && caller.email !== '') return;
  if (!caller.verified || caller.email === '') throw new Refusal('not-verified');
  if (rule === 'verified') return;
  if (!caller.profile) throw new Refusal('no-profile');
  if (!isApproved(caller.profile)) throw new Refusal('not-approved');
  if (!rule.includes(caller.profile.userType)) throw new Refusal('forbidden');
}

/** The types of staff as a list of SQL. */
export const staffInSql = staff.map((type) => `'${type}'`).join(', ');

/** Returns whether a user acts for the firm, and not as a client: on which side of a conversation they are, and what they are told of. */
export function isOfFirm({ userType }: Pick<Profile, 'userType'>): boolean {
  return isStaff(userType);
}

const ranks: readonly UserType[] = ['UNSPECIFIED', 'CLIENT', 'EMPLOYEE', 'ADMIN'];

/** Returns whether a user of type `now` has every right of type `before`. */
export function hasRightsOf(before: UserType, now: UserType): boolean {
  return ranks.indexOf(now) >= ranks.indexOf(before);
}

/** Returns the reporter whose jobs this caller is limited to, or null for staff, who see every job. */
export function onlyJobsOf(caller: ApprovedCaller): string | null {
  return isStaff(caller.profile.userType) ? null : caller.email;
}

/** Returns whether the caller may report jobs of other users: staff do, for clients. */
export function mayReportForOthers(caller: ApprovedCaller): boolean {
  return isStaff(caller.profile.userType);
}

/** Returns whether the caller may bring a job from one status to another (§6). */
export function mayChangeStatus({ profile }: ApprovedCaller, from: JobStatus, to: JobStatus): boolean {
  return from === to || nextStatuses(from, profile.userType).includes(to);
}

/** Returns whether the caller may change anything of a job in this status (§6). */
export function mayChangeJob({ profile }: ApprovedCaller, status: JobStatus): boolean {
  return mayEditJob(status, profile.userType);
}

/** Returns whether the caller may change a field of a job: some are for staff. */
export function mayChangeField({ profile }: ApprovedCaller, field: JobFieldName): boolean {
  return !('by' in jobFields[field]) || isStaff(profile.userType);
}

/** Returns whether the caller may add deliverables to a job, withdraw them, and set its due date: staff. */
export function mayDeliver({ profile }: ApprovedCaller): boolean {
  return isStaff(profile.userType);
}

/** Returns whether the caller still gets the file of a withdrawn deliverable: staff, whose record it is. */
export function mayReadWithdrawn({ profile }: ApprovedCaller): boolean {
  return isStaff(profile.userType);
}

/** Returns whether a user may read the notes of staff, and is told of them. */
export function mayReadNotes({ userType }: Pick<Profile, 'userType'>): boolean {
  return isStaff(userType);
}

/** Returns whether the caller's searches find users: those of staff, who may list them. */
export function maySearchUsers(caller: ApprovedCaller): boolean {
  return isStaff(caller.profile.userType);
}

/** Returns whether the caller may change a message's status: staff for any message, a client for those addressed to them. */
export function mayMarkMessage(caller: ApprovedCaller, message: { toUserId: string }): boolean {
  return isStaff(caller.profile.userType) || message.toUserId === caller.email;
}

/** Returns whether the caller may ask for shots: staff. */
export function mayAskForShots(caller: ApprovedCaller): boolean {
  return isStaff(caller.profile.userType);
}

/** Returns whether the caller may change the saved replies of the firm: admins. */
export function mayChangeFirmsReplies({ profile }: ApprovedCaller): boolean {
  return profile.userType === 'ADMIN';
}

/** Returns whether the caller may change a named view: their own ones, and for admins those that are shared. */
export function mayChangeView(caller: ApprovedCaller, { owner, shared }: { owner: string; shared: boolean }) {
  return owner === caller.email || (shared && caller.profile.userType === 'ADMIN');
}

/** The `forUser` of events for all approved users. No email address. */
export const everyone = '*';

/** Returns the user whose events this caller is limited to, or null for staff, who receive all events. */
export function onlyEventsFor({ profile, email }: Caller): string | null {
  return profile !== null && isApproved(profile) && isStaff(profile.userType) ? null : email;
}

/**
 * Returns whether the caller may receive an event: staff once approved, clients for their own jobs and, once approved, for the
 * checklists, everyone for their own profile.
 */
export function mayReceive(caller: Caller, happened: { kind: LiveEvent['kind']; forUser: string }): boolean {
  const only = onlyEventsFor(caller);
  if (only === null) return true;
  if (happened.forUser !== only && happened.forUser !== everyone) return false;
  return happened.kind === 'profile' || (caller.profile !== null && isApproved(caller.profile));
}

/** Returns whether the caller may read a profile: their own at any stage, any profile for approved staff. */
export function maySeeProfile(caller: Caller, email: string): boolean {
  if (caller.email === email) return true;
  return caller.profile !== null && isApproved(caller.profile) && isStaff(caller.profile.userType);
}

/** Returns whether the caller may approve and decline users and change their types: admins. */
export function mayDecideOnUsers({ profile }: ApprovedCaller): boolean {
  return profile.userType === 'ADMIN';
}

/** Returns whether the caller may change a user's data and end their sessions: their own, and, for admins, anyone's. */
export function mayChangeUser(caller: ApprovedCaller, email: string): boolean {
  return caller.email === email || mayDecideOnUsers(caller);
}

/** Returns whether the caller may invite a user of this type: admins invite anyone, employees invite clients. */
export function mayInvite(caller: Pick<ApprovedCaller, 'profile'>, invited: UserType): boolean {
  return (
    caller.profile.userType === 'ADMIN' || (caller.profile.userType === 'EMPLOYEE' && invited === 'CLIENT')
  );
}

/** Returns the user types that the caller may invite, whose invitations they also see and withdraw. */
export function invitableBy(caller: Pick<ApprovedCaller, 'profile'>): readonly UserType[] {
  return approved.filter((userType) => mayInvite(caller, userType));
}

/** Throws `not-found` unless the email in a request that names its own sender is the caller's. */
export function mustBeSelf(caller: Caller, email: string): void {
  if (caller.email !== email) throw new Refusal('not-found');
}
