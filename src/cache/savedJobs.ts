import * as v from 'valibot';
import { existingResponses, openResponses, removeResponse, savedPrefix } from './responses.ts';

/** A job that its reader saved for offline, as it is noted in the response cache beside its pinned responses. */
export const SavedJob = v.object({
  jobId: v.string(),
  project: v.string(),
  jobCode: v.string(),
  /** When all of it was here, milliseconds since 1970; 0 while some of it is to come. */
  at: v.number(),
  /** Saved so far, and all of it as far as it is known. */
  bytes: v.number(),
  totalBytes: v.number(),
  files: v.number(),
  /** Addresses in the cache. */
  keys: v.array(v.string()),
});
export type SavedJob = v.InferOutput<typeof SavedJob>;

function addressOf(jobId: string): string {
  return savedPrefix + encodeURIComponent(jobId);
}

/** Returns everything a user saved, also what is not complete; what cannot be read counts as not there. */
export async function readSavedJobs(uid: string): Promise<SavedJob[]> {
  const cache = await existingResponses(uid);
  const found: SavedJob[] = [];
  for (const { url } of (await cache?.keys()) ?? []) {
    if (!url.startsWith(savedPrefix)) continue;
    const read = v.safeParse(SavedJob, await (await cache?.match(url))?.json().catch(() => null));
    if (read.success) found.push(read.output);
  }
  return found;
}

/** Notes that a job is to be saved, or how far it is. */
export async function noteSavedJob(uid: string, job: SavedJob): Promise<void> {
  const cache = await openResponses(uid);
  await cache.put(addressOf(job.jobId), Response.json(job));
}

/** Removes a job and everything that was saved of it. */
export async function removeSavedJob(uid: string, job: SavedJob): Promise<void> {
  const cache = await existingResponses(uid);
  if (!cache) return;
  await Promise.all([...job.keys, addressOf(job.jobId)].map((key) => removeResponse(cache, key)));
}
