import type { CallName } from '../../src/contract/calls.ts';
import type { JobDetails } from '../../src/contract/jobDetails.ts';
import type { Profile } from '../../src/contract/user.ts';
import type { ApprovedCaller } from '../access.ts';
import type { Queryable } from '../data/db/db.ts';
import { jobDetails } from '../data/jobs/jobs.ts';
import { messageFor } from '../data/messages/messages.ts';
import { callerProfile } from '../data/users/callers.ts';
import { Refusal } from '../http/errors.ts';
import type { Answer } from '../http/route.ts';

/** How the response of a write is stored with its key: as what it is made of, which is read again for a repeat. */
type Repeat<N extends CallName, S> = {
  stored(answer: Answer<N>): S;
  again(db: Queryable, caller: ApprovedCaller, stored: S): Promise<Answer<N>>;
};

function repeat<N extends CallName, S>(_name: N, made: Repeat<N, S>): Repeat<N, S> {
  return made;
}

type JobVersion = Pick<JobDetails, 'jobId' | 'version'>;

async function profilesOf(db: Queryable, emails: readonly string[]): Promise<Profile[]> {
  const profiles: Profile[] = [];
  for (const email of emails) {
    const profile = await callerProfile(db, email);
    if (profile) profiles.push(profile);
  }
  return profiles;
}

/**
 * Returns a job as it is now, under the version that the write made. Whoever goes on from that version is told when somebody else
 * has changed the job since; under its version of now, they would undo that change unseen.
 */
async function jobAsOf(
  db: Queryable,
  caller: ApprovedCaller,
  { jobId, version }: JobVersion,
): Promise<JobDetails> {
  return { ...(await jobDetails(db, caller, jobId)), version };
}

/**
 * Writes whose response may be much longer than the request: the whole job with its files and history, a long message, a hundred
 * profiles. Ids alone are stored with the key, so that no request grows the database by more than it sent. A repeat gets what the
 * ids stand for now, of a job under the version of then. The response of any other write is stored as it is.
 */
const repeats: { [N in CallName]?: unknown } = {
  reportJob: repeat('reportJob', {
    stored: ({ jobId, version }) => ({ jobId, version }),
    again: jobAsOf,
  }),
  updateJob: repeat('updateJob', {
    stored: ({ job, communication }) => ({
      jobId: job.jobId,
      version: job.version,
      communicationId: communication?.communicationId ?? null,
    }),
    again: async (db, caller, { communicationId, ...job }) => ({
      job: await jobAsOf(db, caller, job),
      communication: communicationId === null ? null : await messageFor(db, caller, communicationId),
    }),
  }),
  markMessage: repeat('markMessage', {
    stored: ({ communicationId }) => ({ communicationId }),
    again: (db, caller, { communicationId }) => messageFor(db, caller, communicationId),
  }),
  register: repeat('register', {
    stored: ({ email }) => ({ email }),
    async again(db, _caller, { email }) {
      const profile = await callerProfile(db, email);
      if (!profile) throw new Refusal('not-found');
      return profile;
    },
  }),
  updateProfiles: repeat('updateProfiles', {
    stored: (profiles) => ({ emails: profiles.map(({ email }) => email) }),
    again: (db, _caller, { emails }) => profilesOf(db, emails),
  }),
};

/** How a call's response is stored and read again; undefined for a call whose response is stored as it is. */
export function repeatOf<N extends CallName>(name: N): Repeat<N, unknown> | undefined {
  return repeats[name] as Repeat<N, unknown> | undefined;
}
