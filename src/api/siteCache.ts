import * as v from 'valibot';
import { siteCacheOf } from './cacheNames.ts';
import { keptKey } from './keptAnswers.ts';

/**
 * A job that its reader prepared for a place without a signal, as it is written down beside what was kept of it: in the same
 * cache, so that whoever deletes the cache leaves nothing of it anywhere.
 */
export const PreparedJob = v.object({
  jobId: v.string(),
  project: v.string(),
  jobCode: v.string(),
  /** When all of it was here, milliseconds since 1970; 0 while some of it is to come. */
  at: v.number(),
  /** Kept so far, and all of it as far as it is known. */
  bytes: v.number(),
  totalBytes: v.number(),
  files: v.number(),
  /** Addresses in the cache. */
  keys: v.array(v.string()),
});
export type PreparedJob = v.InferOutput<typeof PreparedJob>;

const prefix = 'https://kept.invalid/prepared/';

function addressOf(jobId: string): string {
  return prefix + encodeURIComponent(jobId);
}

async function existing(uid: string): Promise<Cache | null> {
  // Opening it would make it, also for somebody who prepared nothing.
  return (await caches.has(siteCacheOf(uid))) ? caches.open(siteCacheOf(uid)) : null;
}

/** Everything a person prepared, also what is not complete; what cannot be read counts as not there. */
export async function readPrepared(uid: string): Promise<PreparedJob[]> {
  const cache = await existing(uid);
  if (!cache) return [];
  const found: PreparedJob[] = [];
  for (const { url } of await cache.keys()) {
    if (!url.startsWith(prefix)) continue;
    const read = v.safeParse(PreparedJob, await (await cache.match(url))?.json().catch(() => null));
    if (read.success) found.push(read.output);
  }
  return found;
}

export async function writePrepared(uid: string, job: PreparedJob): Promise<void> {
  const cache = await caches.open(siteCacheOf(uid));
  await cache.put(addressOf(job.jobId), Response.json(job));
}

/** Takes away a job and everything that was kept of it. */
export async function dropPrepared(uid: string, job: PreparedJob): Promise<void> {
  const cache = await existing(uid);
  if (!cache) return;
  await Promise.all([...job.keys, addressOf(job.jobId)].map((key) => cache.delete(key)));
}

/** Whether something is kept already. */
export async function isPinned(uid: string, path: string): Promise<boolean> {
  const cache = await existing(uid);
  return (await cache?.match(await keptKey(uid, path))) !== undefined;
}

/** Keeps a copy until it is taken away by name. @returns its address in the cache */
export async function pin(uid: string, path: string, copy: Response): Promise<string> {
  const key = await keptKey(uid, path);
  const cache = await caches.open(siteCacheOf(uid));
  await cache.put(key, copy);
  return key;
}
