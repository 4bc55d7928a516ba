import type { CallName } from '../src/contract/calls.ts';
import { isStaff, type UserType } from '../src/contract/enums.ts';
import type { LiveEvent } from '../src/contract/live.ts';
import type { OwnCallName } from '../src/contract/ownCalls.ts';
import { type ApprovedProfile, isApproved, type Profile } from '../src/contract/user.ts';
import type { Identity } from './auth.ts';
import { Refusal } from './errors.ts';

/** Who calls: the token's owner, and their profile once there is one. */
export type Caller = Identity & { profile: Profile | null };
/** A caller at the last stage of the access flow. */
export type ApprovedCaller = Identity & { profile: ApprovedProfile };

type Rule = {
  /** How far the caller must have come: nobody in particular, an e-mail verified, or a profile approved. */
  stage: 'public' | 'verified' | 'approved';
  /** Which user types may call at all; others get 403. */
  roles: readonly UserType[];
  /** What of it they may touch; the rest answers 404. */
  owner: string;
};

const everybody = ['ADMIN', 'EMPLOYEE', 'CLIENT'] as const;
const staff = ['ADMIN', 'EMPLOYEE'] as const;
const administrators = ['ADMIN'] as const;
const anyType = [...everybody, 'UNSPECIFIED'] as const;

/** Who may call what. `Access` in the decisions, as a table. */
export const access = {
  jobs: { stage: 'approved', roles: everybody, owner: 'a client lists own jobs' },
  searchJobs: { stage: 'approved', roles: everybody, owner: 'a client finds own jobs' },
  job: { stage: 'approved', roles: everybody, owner: 'a client reads own jobs' },
  reportJob: { stage: 'approved', roles: everybody, owner: 'a client reports for themselves' },
  updateJob: { stage: 'approved', roles: everybody, owner: 'a client edits, cancels, messages own jobs' },
  conversation: { stage: 'approved', roles: everybody, owner: 'a client reads own jobs’ messages' },
  allMessages: { stage: 'approved', roles: everybody, owner: 'a client reads own jobs’ messages' },
  markMessage: { stage: 'approved', roles: everybody, owner: 'a client marks messages to themselves' },
  attachment: { stage: 'approved', roles: everybody, owner: 'a client downloads own jobs’ files' },
  preview: { stage: 'approved', roles: everybody, owner: 'a client sees those of own jobs’ files' },
  download: { stage: 'approved', roles: everybody, owner: 'a client exports own jobs' },
  userStats: { stage: 'approved', roles: everybody, owner: 'a client counts own jobs' },
  stats: { stage: 'approved', roles: staff, owner: 'all jobs' },
  employees: { stage: 'approved', roles: staff, owner: 'all staff' },
  profiles: { stage: 'approved', roles: staff, owner: 'all profiles' },
  profile: { stage: 'verified', roles: anyType, owner: 'one’s own; staff read all' },
  updateProfiles: { stage: 'approved', roles: everybody, owner: 'one’s own; an administrator changes all' },
  inviteUsers: { stage: 'approved', roles: staff, owner: 'an employee invites clients only' },
  endSessions: { stage: 'approved', roles: everybody, owner: 'one’s own; an administrator ends all' },
  register: { stage: 'verified', roles: anyType, owner: 'the token’s own e-mail' },
  invitation: { stage: 'verified', roles: anyType, owner: 'the token’s own e-mail' },
  invitationByToken: { stage: 'public', roles: anyType, owner: 'whoever holds the letter' },
  // The stream of the same things (`/events/stream`) goes by this rule too.
  events: { stage: 'verified', roles: anyType, owner: 'a client hears of own jobs, anybody of themselves' },
  notifications: { stage: 'approved', roles: everybody, owner: 'one’s own' },
  saveNotificationSettings: { stage: 'approved', roles: everybody, owner: 'one’s own' },
  registerDevice: { stage: 'approved', roles: everybody, owner: 'one’s own' },
  removeDevice: { stage: 'approved', roles: everybody, owner: 'one’s own' },
  testDevice: { stage: 'approved', roles: everybody, owner: 'one’s own' },
  audit: { stage: 'approved', roles: administrators, owner: 'everything' },
  erasePerson: { stage: 'approved', roles: administrators, owner: 'anybody but themselves' },
  ownErasure: { stage: 'approved', roles: everybody, owner: 'one’s own' },
  askErasure: { stage: 'approved', roles: everybody, owner: 'one’s own' },
  erasuresAsked: { stage: 'approved', roles: administrators, owner: 'everybody' },
  pushReceipt: { stage: 'public', roles: anyType, owner: 'whoever holds the word that came with the push' },
} as const satisfies Record<CallName | OwnCallName, Rule>;

/** The caller a call's handler gets, as far as its rule promises. */
export type CallerOf<N extends CallName | OwnCallName> = (typeof access)[N]['stage'] extends 'approved'
  ? ApprovedCaller
  : (typeof access)[N]['stage'] extends 'verified'
    ? Caller
    : null;

/** Refuses a caller who has not come far enough, or whose user type may not make this call. */
export function mustMayCall(name: CallName | OwnCallName, caller: Caller): void {
  const rule: Rule = access[name];
  if (rule.stage === 'public') return;
  if (!caller.verified || caller.email === '') throw new Refusal('not-verified');
  if (rule.stage === 'verified') return;
  if (!caller.profile) throw new Refusal('no-profile');
  if (!isApproved(caller.profile)) throw new Refusal('not-approved');
  if (!rule.roles.includes(caller.profile.userType)) throw new Refusal('forbidden');
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

/** Staff hear of every job and everybody, a client of own jobs, anybody of themselves. */
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
