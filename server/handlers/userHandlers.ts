import type { Profile } from '../../src/contract/users/user.ts';
import { type Caller, isOfFirm, maySeeProfile } from '../access/access.ts';
import type { Queryable } from '../data/db/db.ts';
import { countJobs } from '../data/jobs/stats.ts';
import { countInbox } from '../data/messages/inbox.ts';
import { callerProfile } from '../data/users/callers.ts';
import { Refusal } from '../errors/errors.ts';
import type { CallHandler } from '../http/callRow.ts';
import { registerFromSignUp } from '../users/register.ts';

async function visibleProfile(db: Queryable, caller: Caller, email: string): Promise<Profile> {
  const profile = maySeeProfile(caller, email) ? await callerProfile(db, email) : null;
  if (!profile) throw new Refusal('not-found');
  return profile;
}

/** A caller who is not registered yet is registered here with what they typed at the sign-up, on whatever device they open the app. */
export const profile: CallHandler<'profile', Caller> = async (context) => {
  const { db, caller } = context;
  const { email } = context.params;
  const isNew = email === caller.email && caller.profile === null;
  return (isNew && (await registerFromSignUp(context))) || visibleProfile(db, caller, email);
};

export const userStats: CallHandler<'userStats'> = async ({ db, caller, params: { email }, now }) => {
  const user = await visibleProfile(db, caller, email);
  const whose = isOfFirm(user) ? { assignedTo: email } : { jobReporter: email };
  const counts = countJobs(db, whose, caller, now);
  if (email !== caller.email) return counts;
  const [jobs, inbox] = await Promise.all([counts, countInbox(db, caller)]);
  return { ...jobs, inbox };
};
