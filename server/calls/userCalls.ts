import type { Profile } from '../../src/contract/users/user.ts';
import { administrators, approved, type Caller, isOfFirm, maySeeProfile, staff } from '../access/access.ts';
import type { Queryable } from '../data/db/db.ts';
import { countJobs } from '../data/jobs/stats.ts';
import { countInbox } from '../data/messages/inbox.ts';
import { listAudit } from '../data/users/audit.ts';
import { callerProfile, keepAccount, knownUser } from '../data/users/callers.ts';
import { listProfiles } from '../data/users/profilePage.ts';
import { listStaff } from '../data/users/users.ts';
import { Refusal } from '../errors/errors.ts';
import { kilobyte, list, read, write } from '../http/callCosts.ts';
import type { CallHandler, CallRows } from '../http/callRow.ts';
import { changeProfiles } from '../users/changeProfiles.ts';
import { endSessions } from '../users/endSessions.ts';
import { register, registerFromSignUp } from '../users/register.ts';
import { signUp } from '../users/signUp.ts';
import { repeats } from '../writes/repeats.ts';

async function visibleProfile(db: Queryable, caller: Caller, email: string): Promise<Profile> {
  const profile = maySeeProfile(caller, email) ? await callerProfile(db, email) : null;
  if (!profile) throw new Refusal('not-found');
  return profile;
}

/** A caller who is not registered yet is registered here with what they typed at the sign-up, on whatever device they open the app. */
const profile: CallHandler<'profile', Caller> = async (context) => {
  const { db, caller } = context;
  const { email } = context.params;
  const isOwn = email === caller.email;
  const isNew = isOwn && caller.profile === null;
  if (isOwn && !isNew && (await knownUser(db, email)).uid !== caller.uid) await keepAccount(db, caller);
  return (isNew && (await registerFromSignUp(context))) || visibleProfile(db, caller, email);
};

const userStats: CallHandler<'userStats'> = async ({ db, caller, params: { email }, now }) => {
  const user = await visibleProfile(db, caller, email);
  const whose = isOfFirm(user) ? { assignedTo: email } : { jobReporter: email };
  const counts = countJobs(db, whose, caller, now);
  if (email !== caller.email) return counts;
  const [jobs, messages] = await Promise.all([counts, countInbox(db, caller, now)]);
  return { ...jobs, ...messages };
};

/** The calls of users and their sessions. */
export const userCalls = {
  register: {
    access: 'verified',
    cost: { ...write, bodyBytes: 32 * kilobyte },
    changesUsers: true,
    repeat: repeats.register,
    tag: 'Users',
    summary: 'Create the caller’s profile',
    description:
      'The email address must match the token. The profile is pending approval unless the user was invited. `userName` is computed.',
    errors: ['not-found', 'profile-exists'],
    handler: register,
  },
  signUp: {
    access: 'signed-in',
    cost: { ...write, bodyBytes: 32 * kilobyte, atOnce: 4 },
    tag: 'Users',
    summary: 'Store the profile of a new account',
    description:
      'For accounts whose email address need not be verified yet; it must match the token. The profile is stored for 30 days at most, in place of an earlier one, until the caller has a profile. `invitation` is the token of an invitation’s link. If that invitation is open, for this address, and from someone who may still invite, the address counts as verified from then on, the caller gets their profile at once, and `verified` is true; a new token says so too. Where EV Jobs can’t tell the identity provider, it is false, and the address is verified by email.',
    errors: ['not-found', 'profile-exists'],
    handler: signUp,
  },
  profile: {
    access: 'verified',
    cost: read,
    tag: 'Users',
    summary: 'Get a profile',
    description:
      'Users get their own profile. Once their email address is verified, the profile that they signed up with becomes theirs, unless their password was set since. Staff get anyone’s.',
    errors: ['not-found', 'profile-exists'],
    handler: profile,
  },
  profiles: {
    access: staff,
    cost: list,
    tag: 'Users',
    summary: 'List profiles',
    description:
      'For staff. Newest first, 25 per page. The first page includes the number of users in each category that match `text`.',
    errors: ['bad-cursor'],
    handler: ({ db, body }) => listProfiles(db, body),
  },
  employees: {
    access: staff,
    cost: { ...list, bodyBytes: kilobyte, responseBytes: 2_000_000 },
    tag: 'Users',
    summary: 'List assignees',
    description: 'For staff. Returns the approved employees and admins, by name.',
    handler: ({ db }) => listStaff(db),
  },
  updateProfiles: {
    access: approved,
    // A hundred users with every field at its limit; an email to each is queued, and its text stored until it is sent.
    cost: {
      ...write,
      bodyBytes: 512 * kilobyte,
      values: 2000,
      responseBytes: 2_000_000,
      storedBytes: 1_000_000,
      loopMs: 200,
      atOnce: 10,
    },
    changesUsers: true,
    repeat: repeats.updateProfiles,
    tag: 'Users',
    summary: 'Update profiles',
    description:
      'Users update their own name, company, phone number and address. Admins update anyone’s, including role and approval. Either all changes are made or none.',
    errors: ['forbidden', 'not-found', 'last-admin'],
    handler: changeProfiles,
  },
  userStats: {
    access: approved,
    cost: read,
    tag: 'Jobs',
    summary: 'Count a user’s jobs',
    description:
      'Counts a client’s jobs, or the jobs assigned to a staff member. Clients can only request their own. Your own counts include the rows of each part of your inbox.',
    errors: ['not-found'],
    handler: userStats,
  },
  endSessions: {
    access: approved,
    cost: write,
    changesUsers: true,
    tag: 'Users',
    summary: 'Sign a user out everywhere',
    description:
      'Ends the caller’s sessions, or for admins anyone’s. Earlier tokens are refused with 401, streams end, and no device is notified until the user signs in again.',
    errors: ['forbidden', 'not-found'],
    handler: endSessions,
  },
  audit: {
    access: administrators,
    cost: { ...list, bodyBytes: 8 * kilobyte, values: 20 },
    tag: 'Users',
    summary: 'List user activity',
    description:
      'For admins. Newest first, 25 per page: who changed what for whom, when, the values before and after, and the request id. Entries never change, except that the data of deleted users is removed.',
    errors: ['bad-cursor'],
    handler: ({ db, body }) => listAudit(db, body),
  },
} satisfies Partial<CallRows>;
