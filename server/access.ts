import type { CallName } from '../src/contract/calls.ts';
import { isStaff, type UserType } from '../src/contract/enums.ts';
import type { LiveEvent } from '../src/contract/live.ts';
import { type ApprovedProfile, isApproved, type Profile } from '../src/contract/user.ts';
import type { Identity } from './auth/auth.ts';
import { Refusal } from './http/errors.ts';

/** Who calls: the token's owner, and their profile once there is one. */
export type Caller = Identity & { profile: Profile | null };
/** A caller at the last stage of the access flow. */
export type ApprovedCaller = Identity & { profile: ApprovedProfile };

/**
 * Who may make a call: anybody, whoever has a verified e-mail, or approved users of these types. Which rows they may touch is
 * decided where those are read, by the functions below; the rest answers 404.
 */
type Rule = 'public' | 'verified' | readonly UserType[];

const approved = ['ADMIN', 'EMPLOYEE', 'CLIENT'] as const;
const staff = ['ADMIN', 'EMPLOYEE'] as const;
const administrators = ['ADMIN'] as const;

/** Who may call what (§7): *Access* in the decisions, as a table. */
export const access = {
  jobs: approved,
  searchJobs: approved,
  job: approved,
  jobHistory: approved,
  reportJob: approved,
  updateJob: approved,
  conversation: approved,
  allMessages: approved,
  markMessage: approved,
  attachment: approved,
  preview: approved,
  download: approved,
  userStats: approved,
  stats: staff,
  employees: staff,
  profiles: staff,
  profile: 'verified',
  updateProfiles: approved,
  inviteUsers: staff,
  endSessions: approved,
  register: 'verified',
  invitation: 'verified',
  invitationByToken: 'public',
  // The stream of the same things (`/events/stream`) goes by this rule too.
  events: 'verified',
  notifications: approved,
  saveNotificationSettings: approved,
  registerDevice: approved,
  removeDevice: approved,
  testDevice: approved,
  audit: administrators,
  erasePerson: administrators,
  ownErasure: approved,
  askErasure: approved,
  erasuresAsked: administrators,
  pushReceipt: 'public',
} as const satisfies Record<CallName, Rule>;

/** The caller a call's handler gets, as far as its rule promises. */
export type CallerOf<N extends CallName> = (typeof access)[N] extends 'public'
  ? null
  : (typeof access)[N] extends 'verified'
    ? Caller
    : ApprovedCaller;

/** Refuses a caller who has not come far enough, or whose user type may not make this call. */
export function mustMayCall(name: CallName, caller: Caller): void {
  const rule: Rule = access[name];
  if (rule === 'public') return;
  if (!caller.verified || caller.email === '') throw new Refusal('not-verified');
  if (rule === 'verified') return;
  if (!caller.profile) throw new Refusal('no-profile');
  if (!isApproved(caller.profile)) throw new Refusal('not-approved');
  if (!rule.includes(caller.profile.userType)) throw new Refusal('forbidden');
}

const ranks: readonly UserType[] = ['UNSPECIFIED', 'CLIENT', 'EMPLOYEE', 'ADMIN'];

/** Whether a user of type `now` may do all that a user of type `before` may. */
export function hasRightsOf(before: UserType, now: UserType): boolean {
  return ranks.indexOf(now) >= ranks.indexOf(before);
}

/** The reporter whose jobs alone this caller sees; null for staff, who see every job. */
export function onlyJobsOf(caller: ApprovedCaller): string | null {
  return isStaff(caller.profile.userType) ? null : caller.email;
}

/** Staff mark any message, a client those addressed to them. */
export function mayMarkMessage(caller: ApprovedCaller, message: { toUserId: string }): boolean {
  return isStaff(caller.profile.userType) || message.toUserId === caller.email;
}

/** The person whom all that this caller hears of is for; null for staff, who hear of everything. */
export function onlyEventsFor({ profile, email }: Caller): string | null {
  return profile !== null && isApproved(profile) && isStaff(profile.userType) ? null : email;
}

/** Staff hear of every job and approved, a client of own jobs, anybody of themselves. */
export function mayHear(caller: Caller, happened: { kind: LiveEvent['kind']; forUser: string }): boolean {
  const only = onlyEventsFor(caller);
  if (only === null) return true;
  if (happened.forUser !== only) return false;
  return happened.kind === 'profile' || (caller.profile !== null && isApproved(caller.profile));
}

/** One's own profile at any stage; anybody's for approved staff. */
export function maySeeProfile(caller: Caller, email: string): boolean {
  if (caller.email === email) return true;
  return caller.profile !== null && isApproved(caller.profile) && isStaff(caller.profile.userType);
}

/** An administrator invites anybody, an employee clients. */
export function mayInvite(caller: Pick<ApprovedCaller, 'profile'>, invited: UserType): boolean {
  return (
    caller.profile.userType === 'ADMIN' || (caller.profile.userType === 'EMPLOYEE' && invited === 'CLIENT')
  );
}

/** Where the request names its own sender, it must be the token's owner. */
export function mustBeSelf(caller: Caller, email: string): void {
  if (caller.email !== email) throw new Refusal('not-found');
}
