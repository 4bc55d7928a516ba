import { ApiError, call, type Transfer } from '../api/client.ts';
import type { JobDetails } from '../contract/jobDetails.ts';
import { underOneIntent } from './intents.ts';
import type { JobChanges, NewJob } from './sendJobs.ts';

/** The way out where this browser keeps nothing: one request while the person waits, and the form holds what was typed. */

type Direct = {
  files: readonly File[];
  signal?: AbortSignal | undefined;
  onProgress?: ((transfer: Transfer) => void) | undefined;
};

/** Whether the server has spoken its last word on a request. */
function isSettled(error: unknown): boolean {
  return error instanceof ApiError && error.definite;
}

/** @throws ApiError: refused, or nobody knows; the same job sent again is then the same request */
export function reportDirectly(job: NewJob, { files, ...transfer }: Direct): Promise<JobDetails> {
  return underOneIntent({ report: job }, files, isSettled, (intent) =>
    call('reportJob', {
      body: { ...job, jobCode: job.jobCode ?? intent.code },
      files: intent.files,
      idempotencyKey: intent.key,
      ...transfer,
    }),
  );
}

/** @throws ApiError, as `reportDirectly` */
export async function updateDirectly(
  changes: JobChanges,
  { files, ...transfer }: Direct,
): Promise<JobDetails> {
  const { job } = await underOneIntent({ update: changes }, files, isSettled, (intent) =>
    call('updateJob', { body: changes, files: intent.files, idempotencyKey: intent.key, ...transfer }),
  );
  return job;
}
