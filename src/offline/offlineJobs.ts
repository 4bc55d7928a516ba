import * as v from 'valibot';
import { existingResponses, offlineJobsPrefix, openResponses } from './responses.ts';

/** The record of an offline job, in the response cache beside its pinned responses. */
export const OfflineJob = v.object({
  jobId: v.string(),
  project: v.string(),
  jobCode: v.string(),
  /** When saving was complete, milliseconds since 1970; 0 before. */
  at: v.number(),
  /** Bytes saved so far. */
  bytes: v.number(),
  /** Bytes in all, as far as that is known. */
  totalBytes: v.number(),
  files: v.number(),
  /** The addresses of its responses in the cache. */
  keys: v.array(v.string()),
  /** Set for a job that the app saves by itself, as one of the user's open jobs; absent for one that the user saved. */
  open: v.exactOptional(
    v.object({
      /** Stamp of the listed job when it was saved: a different one says that it has changed. */
      stamp: v.string(),
      /** When something last happened on the job, seconds since 1970. */
      activeAt: v.number(),
      /** Files that did not fit. */
      skipped: v.array(v.object({ name: v.string(), bytes: v.number() })),
    }),
  ),
});
export type OfflineJob = v.InferOutput<typeof OfflineJob>;

/** Returns the address of an offline job's record. */
export function offlineJobAddress(jobId: string): string {
  return offlineJobsPrefix + encodeURIComponent(jobId);
}

/** Returns the offline jobs of a user, incomplete ones included, invalid records excluded. */
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

/** Stores the record of an offline job, at its beginning and with its progress. */
export async function writeOfflineJob(uid: string, job: OfflineJob): Promise<void> {
  const cache = await openResponses(uid);
  await cache.put(offlineJobAddress(job.jobId), Response.json(job));
}
