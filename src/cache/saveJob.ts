import { fileNameOf } from '../api/attachments.ts';
import { call } from '../api/client.ts';
import { callForBlob } from '../api/downloads.ts';
import { readConversation } from '../api/readConversation.ts';
import { pathOf } from '../contract/calls.ts';
import type { JobDetails } from '../contract/jobDetails.ts';
import {
  cacheKey,
  existingResponses,
  fileResponse,
  isPinned,
  jsonResponse,
  openResponses,
  pinResponse,
  purgeResponses,
} from './responses.ts';
import { noteSavedJob, type SavedJob } from './savedJobs.ts';

type OfflineFile = { path: string; bytes: number; read: (signal: AbortSignal | undefined) => Promise<Blob> };

/** Returns the files of a job: its own, those of its conversation, and its deliverables. */
export function filesOfJob(job: JobDetails): OfflineFile[] {
  const deliverables = job.deliverables.flatMap(({ file }) => file ?? []);
  const byPath = new Map<string, OfflineFile>();
  for (const file of [...job.attachments, ...deliverables]) {
    const params = { key: file.key, fileName: fileNameOf(file) };
    byPath.set(pathOf('attachment', params), {
      path: pathOf('attachment', params),
      bytes: file.size,
      read: (signal) => callForBlob('attachment', { params, fresh: true, signal }),
    });
  }
  return [...byPath.values()];
}

/**
 * Fetches a job, its conversation and its files, and pins them in the response cache. Skips files that are pinned already, so that an
 * interrupted attempt is continued.
 *
 * @param before the record of the job so far
 * @param isTheirs whether this user is still signed in; checked before anything is stored
 * @param onProgress called with the record after each step
 * @throws ApiError when something cannot be read; QuotaExceededError when the device is full; AbortError when another user signs in
 */
export async function saveJob(
  uid: string,
  before: SavedJob,
  isTheirs: () => boolean,
  onProgress: (job: SavedJob) => void,
  signal?: AbortSignal,
): Promise<SavedJob> {
  const params = { jobId: before.jobId };
  const began = Date.now();
  const [job, conversation] = await Promise.all([
    call('job', { params, fresh: true, signal }),
    readConversation(before.jobId, { fresh: true, signal }),
  ]);
  const texts = [
    { path: pathOf('job', params), text: JSON.stringify({ body: job }) },
    { path: pathOf('conversation', params), text: JSON.stringify({ body: conversation }) },
  ];
  const files = filesOfJob(job);
  const textBytes = texts.reduce((sum, { text }) => sum + new Blob([text]).size, 0);
  const keys = await Promise.all([...texts, ...files].map(({ path }) => cacheKey(uid, path)));
  let now: SavedJob = {
    ...before,
    project: job.project,
    jobCode: job.jobCode,
    files: files.length,
    totalBytes: textBytes + files.reduce((sum, file) => sum + file.bytes, 0),
    bytes: textBytes,
    keys: [...new Set([...before.keys, ...keys])],
  };

  async function step(progress: Partial<SavedJob>, save: (cache: Cache) => Promise<unknown>): Promise<void> {
    signal?.throwIfAborted();
    if (!isTheirs()) throw new DOMException('Another user is signed in.', 'AbortError');
    await save(await openResponses(uid));
    now = { ...now, ...progress };
    await noteSavedJob(uid, now);
    // A sign-out meanwhile has deleted the cache, which this step has created again.
    if (!isTheirs()) await purgeResponses(uid);
    onProgress(now);
  }

  await step({}, (cache) =>
    Promise.all(
      texts.map(async ({ path, text }) =>
        pinResponse(cache, await cacheKey(uid, path), jsonResponse(text, began)),
      ),
    ),
  );
  for (const { path, bytes, read } of files) {
    const key = await cacheKey(uid, path);
    const progress = { bytes: now.bytes + bytes };
    const cache = await existingResponses(uid);
    if (cache && (await isPinned(cache, key))) {
      now = { ...now, ...progress };
      continue;
    }
    const opened = await cache?.match(key);
    const file = opened ? await opened.blob() : await read(signal);
    await step(progress, (theirs) => pinResponse(theirs, key, fileResponse(file)));
  }
  await step({ at: began }, async () => undefined);
  return now;
}
