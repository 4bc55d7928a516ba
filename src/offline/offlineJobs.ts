import * as v from 'valibot';
import { existingResponses, offlineJobsPrefix, openResponses } from './responses.ts';

/** The record of a job that is saved for offline, in the response cache beside its pinned responses. */
export const OfflineJob = v.object({
  jobId: v.string(),
  project: v.string(),
  jobCode: v.string(),
  /** When saving was complete, milliseconds since 1970; 0 before. */
  at: v.number(),
  /** Saved so far. */
  bytes: v.number(),
  /** As far as it is known. */
  totalBytes: v.number(),
  files: v.number(),
  /** The addresses of its responses in the cache. */
  keys: v.array(v.string()),
  /** Set where the app saves it by itself, as one of the user's open jobs. Absent where the user saved it. */
  open: v.exactOptional(
    v.object({
      /** Of the job in the list when it was saved: another one says that it has changed. */
      stamp: v.string(),
      /** When something last happened on the job, seconds since 1970. */
      activeAt: v.number(),
      /** Files that did not fit. */
      skipped: v.array(v.object({ name: v.string(), bytes: v.number() })),
    }),
  ),
});
export type OfflineJob = v.InferOutput<typeof OfflineJob>;

/** Returns the address of the record of a saved job. */
export function offlineJobAddress(jobId: string): string {
  return offlineJobsPrefix + encodeURIComponent(jobId);
}

/** Returns the jobs that a user saved, incomplete ones included, invalid records excluded. */
export async function readOfflineJobs(uid: string): Promise<OfflineJob[]> {
  const cache = await existingResponses(uid);
  const found: OfflineJob[] = [];
  for (const { url } of (await cache?.keys()) ?? []) {
    if (!url.startsWith(offlineJobsPrefix)) continue;
    const read = v.safeParse(OfflineJob, await (await cache?.match(url))?.json().catch(() => null));
    if (read.success) found.push(read.output);
  }
  return found;
}

/** Stores the record of a job that is to be saved, or its progress. */
export async function writeOfflineJob(uid: string, job: OfflineJob): Promise<void> {
  const cache = await openResponses(uid);
  await cache.put(offlineJobAddress(job.jobId), Response.json(job));
}
