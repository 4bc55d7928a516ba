import { ApiError, call } from '../api/client.ts';
import type { Transfer } from '../api/uploadFetch.ts';
import type { AnswerOf, RequestOf } from '../contract/calls.ts';
import type { JobDetails } from '../contract/job.ts';
import { jobChanged, jobWritten, peopleChanged, profileChanged } from './caches.ts';
import { type IntentKeeping, underOneIntent } from './intents.ts';
import { refreshLists } from './lists.ts';

/**
 * The door for what is sent while the person looks on. Each write gets its idempotency key here, before anything travels, and
 * keeps it over every retry of the same intent; what the app shows is brought up to date here as well.
 */

type FileSend = IntentKeeping & {
  /** As chosen; their stamped names (§5) are made here. */
  files?: readonly File[];
  signal?: AbortSignal;
  onProgress?: (transfer: Transfer) => void;
};

/** Anything thrown, as what screens understand. */
function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('internal', undefined, { definite: false });
}

/** Whether the server has spoken its last word on a request. */
function isSettled(error: unknown): boolean {
  return error instanceof ApiError && error.definite;
}

/** A new job as the form has it. */
export type NewJob = Omit<RequestOf<'reportJob'>, 'jobCode' | 'jobAttachmentFiles2'> & { jobCode?: string };

/**
 * Reports a job (§7, POST /jobs/report). Without a `jobCode` it gets one, the same for every try of the same values.
 *
 * @returns the job as the server made it
 * @throws ApiError; of code `duplicate-job` it names the job that exists
 */
export async function reportJob(
  job: NewJob,
  { files = [], kept, onIntent, ...transfer }: FileSend = {},
): Promise<JobDetails> {
  const made = await underOneIntent(
    { report: job },
    files,
    isSettled,
    (intent) =>
      call('reportJob', {
        body: { ...job, jobCode: job.jobCode ?? intent.code },
        files: intent.files,
        idempotencyKey: intent.key,
        ...transfer,
      }),
    { kept, onIntent },
  );
  jobWritten(made);
  return made;
}

/** The changes of a job, without the files (they go beside it). */
export type JobChanges = Omit<
  Extract<RequestOf<'updateJob'>, { version: number }>,
  'jobAttachmentFiles2Update'
>;

/**
 * Changes a job (§7, POST /jobs/update): what is left out stays as it is.
 *
 * @returns the job after the change
 * @throws ApiError; of code `stale` it carries the job as it is now and what changed since
 */
export async function updateJob(changes: JobChanges, send: FileSend = {}): Promise<JobDetails> {
  const job = await sendChanges(changes, send);
  jobWritten(job);
  return job;
}

async function sendChanges(
  changes: JobChanges,
  { files = [], kept, onIntent, ...transfer }: FileSend = {},
): Promise<JobDetails> {
  const { job } = await underOneIntent(
    { update: changes },
    files,
    isSettled,
    (intent) =>
      call('updateJob', { body: changes, files: intent.files, idempotencyKey: intent.key, ...transfer }),
    { kept, onIntent },
  );
  return job;
}

/** So that many changes neither take a minute nor keep the server from answering others. */
const changesAtOnce = 3;

/**
 * Changes many jobs, each as `updateJob` does and on its own: one that is refused does not keep the others back. Lists are
 * read again once, after the last one.
 *
 * @param onSettled told of each as it is answered: the job after the change, or the ApiError
 * @param signal when aborted, what is under way is finished and nothing more is sent
 */
export async function updateJobs(
  changes: readonly JobChanges[],
  onSettled: (change: JobChanges, outcome: JobDetails | ApiError) => void,
  signal?: AbortSignal,
): Promise<void> {
  const rest = [...changes];
  async function sendRest(): Promise<void> {
    for (let next = rest.shift(); next && !signal?.aborted; next = rest.shift()) {
      try {
        const job = await sendChanges(next);
        jobChanged(job);
        onSettled(next, job);
      } catch (error) {
        onSettled(next, asApiError(error));
      }
    }
  }
  await Promise.all(Array.from({ length: changesAtOnce }, sendRest));
  refreshLists();
}

/**
 * Changes a profile (§7, POST /users/update/profiles): what is left out stays as it is.
 *
 * @throws ApiError; its issues name the fields of the change; `last-admin` when nobody would be left to administrate
 */
export async function updateProfile(
  change: RequestOf<'updateProfiles'>['profiles'][number],
): Promise<AnswerOf<'updateProfiles'>[number]> {
  const [profile] = await underOneIntent({ profile: change }, [], isSettled, ({ key }) =>
    call('updateProfiles', { body: { profiles: [change] }, idempotencyKey: key }),
  ).catch((error: unknown) => {
    throw error instanceof ApiError ? ofListItem(error, 'profiles.0.') : error;
  });
  if (!profile) throw new ApiError('internal');
  profileChanged(profile);
  return profile;
}

/** An error about a list's one entry, as an error about that entry. */
function ofListItem(error: ApiError, prefix: string): ApiError {
  const issues = error.issues.map(({ field, message }) => ({
    field: field.startsWith(prefix) ? field.slice(prefix.length) : field,
    message,
  }));
  return new ApiError(error.code, error.message, { status: error.status, issues, definite: error.definite });
}

/**
 * Invites people (§7, POST /users/invite/v2).
 *
 * @returns what became of each invitation, in the order of the list
 * @throws ApiError when the whole list was refused
 */
export async function inviteUsers(
  inviteeList: RequestOf<'inviteUsers'>['inviteeList'],
): Promise<AnswerOf<'inviteUsers'>> {
  const answer = await underOneIntent({ inviteeList }, [], isSettled, ({ key }) =>
    call('inviteUsers', { body: { inviteeList }, idempotencyKey: key }),
  );
  peopleChanged();
  return answer;
}
