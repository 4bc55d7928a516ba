import type { CallName, ResponseOf } from '../../src/contract/calls.ts';
import type { JobDetails } from '../../src/contract/jobs/jobDetails.ts';
import type { Profile } from '../../src/contract/users/user.ts';
import type { ApprovedCaller } from '../access/access.ts';
import { listShots } from '../data/checklists.ts';
import type { Queryable } from '../data/db/db.ts';
import { jobDetails } from '../data/jobs/jobs.ts';
import { messageFor } from '../data/messages/messages.ts';
import { listLicenses } from '../data/proof/licenses.ts';
import { listReplies } from '../data/savedReplies.ts';
import { listViews } from '../data/savedViews.ts';
import { noteById } from '../data/staffNotes.ts';
import { callerProfile } from '../data/users/callers.ts';
import { Refusal } from '../errors/errors.ts';

/** How the response of a write is stored with its key: as the ids it is made of, which are read again for a repeat. */
export type Repeat<N extends CallName, S> = {
  stored(answer: ResponseOf<N>): S;
  again(db: Queryable, caller: ApprovedCaller, stored: S): Promise<ResponseOf<N>>;
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
 * Returns a job as it is now, with the version that the write made. A client that edits from that version learns of changes since;
 * with the current version it would silently overwrite them.
 */
async function jobAsOf(
  db: Queryable,
  caller: ApprovedCaller,
  { jobId, version }: JobVersion,
): Promise<JobDetails> {
  return { ...(await jobDetails(db, caller, jobId)), version };
}

/**
 * Writes whose response may be much longer than the request: a whole job with its files and history, a long message, a hundred
 * profiles. Only ids are stored with the key, so that no request grows the database by more than it sent. A repeat gets the current
 * state of those ids, a job with its version of then. The responses of other writes are stored as they are.
 */
export const repeats = {
  reportJob: repeat('reportJob', {
    stored: ({ jobId, version }) => ({ jobId, version }),
    again: jobAsOf,
  }),
  updateJob: repeat('updateJob', {
    stored: ({ job, communication, addressed, versionBefore }) => ({
      jobId: job.jobId,
      version: job.version,
      communicationId: communication?.communicationId ?? null,
      ...(addressed && { addressed }),
      ...(versionBefore !== undefined && { versionBefore }),
    }),
    again: async (db, caller, { communicationId, addressed, versionBefore, ...job }) => ({
      job: await jobAsOf(db, caller, job),
      communication: communicationId === null ? null : await messageFor(db, caller, communicationId),
      ...(addressed && { addressed }),
      ...(versionBefore !== undefined && { versionBefore }),
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
  addStaffNote: repeat('addStaffNote', {
    stored: ({ noteId }) => ({ noteId }),
    again: (db, caller, { noteId }) => noteById(db, caller, noteId),
  }),
  saveShot: repeat('saveShot', { stored: () => ({}), again: listShots }),
  saveReply: repeat('saveReply', { stored: () => ({}), again: (db, caller) => listReplies(db, caller) }),
  saveView: repeat('saveView', { stored: () => ({}), again: (db, caller) => listViews(db, caller) }),
  saveLicense: repeat('saveLicense', { stored: () => ({}), again: listLicenses }),
  makeReport: repeat('makeReport', { stored: ({ jobId, version }) => ({ jobId, version }), again: jobAsOf }),
  updateProfiles: repeat('updateProfiles', {
    stored: (profiles) => ({ emails: profiles.map(({ email }) => email) }),
    again: (db, _caller, { emails }) => profilesOf(db, emails),
  }),
};
