import { pathOf } from '../contract/calls.ts';
import type { JobDetails } from '../contract/jobDetails.ts';
import { storedName } from './attachmentBlob.ts';
import { filesCacheOf, siteCacheOf } from './cacheNames.ts';
import { callForBlob } from './callForBlob.ts';
import { call } from './client.ts';
import { keptAnswer, keptKey } from './keptAnswers.ts';
import { isPinned, type PreparedJob, pin, writePrepared } from './siteCache.ts';

type Target = { path: string; bytes: number; read: (signal: AbortSignal | undefined) => Promise<Blob> };

/** The files of a job: its own, those of its conversation, and its stamped results. */
export function filesOfJob(job: JobDetails): Target[] {
  const results = job.deliverables.flatMap(({ file }) => file ?? []);
  const byPath = new Map<string, Target>();
  for (const file of [...job.attachments, ...results]) {
    const params = { key: file.key, fileName: storedName(file) };
    byPath.set(pathOf('attachment', params), {
      path: pathOf('attachment', params),
      bytes: file.size,
      read: (signal) => callForBlob('attachment', { params, fresh: true, signal }),
    });
  }
  return [...byPath.values()];
}

function asFile(file: Blob): Response {
  return new Response(file, { headers: { 'content-type': file.type, 'content-length': String(file.size) } });
}

/**
 * Fetches a job, its conversation and its files, and keeps them for as long as the person wants: what was here already is not
 * fetched again, so that an attempt that was cut off goes on where it ended.
 *
 * @param before what is written down of it
 * @param isTheirs whether this person is still signed in; asked before anything is kept
 * @param onProgress told what is written down, after each step
 * @throws ApiError when something could not be read; QuotaExceededError when the device is full
 */
export async function prepareJob(
  uid: string,
  before: PreparedJob,
  isTheirs: () => boolean,
  onProgress: (job: PreparedJob) => void,
  signal?: AbortSignal,
): Promise<PreparedJob> {
  const params = { jobId: before.jobId };
  const began = Date.now();
  const [job, conversation] = await Promise.all([
    call('job', { params, fresh: true, signal }),
    call('conversation', { params, fresh: true, signal }),
  ]);
  const texts = [
    { path: pathOf('job', params), text: JSON.stringify({ body: job }) },
    { path: pathOf('conversation', params), text: JSON.stringify({ body: conversation }) },
  ];
  const files = filesOfJob(job);
  const textBytes = texts.reduce((sum, { text }) => sum + new Blob([text]).size, 0);
  const keys = await Promise.all([...texts, ...files].map(({ path }) => keptKey(uid, path)));
  let now: PreparedJob = {
    ...before,
    project: job.project,
    jobCode: job.jobCode,
    files: files.length,
    totalBytes: textBytes + files.reduce((sum, file) => sum + file.bytes, 0),
    bytes: textBytes,
    keys: [...new Set([...before.keys, ...keys])],
  };

  async function step(kept: Partial<PreparedJob>, keep: () => Promise<unknown>): Promise<void> {
    signal?.throwIfAborted();
    if (!isTheirs()) throw new DOMException('Somebody else is signed in.', 'AbortError');
    await keep();
    now = { ...now, ...kept };
    await writePrepared(uid, now);
    // Who signed out in between has deleted the cache, and it must not be there once more.
    if (!isTheirs()) await caches.delete(siteCacheOf(uid));
    onProgress(now);
  }

  await step({}, () => Promise.all(texts.map(({ path, text }) => pin(uid, path, keptAnswer(text, began)))));
  for (const { path, bytes, read } of files) {
    const done = { bytes: now.bytes + bytes };
    if (await isPinned(uid, path)) {
      now = { ...now, ...done };
      continue;
    }
    const opened = await caches.match(await keptKey(uid, path), { cacheName: filesCacheOf(uid) });
    const file = opened ? await opened.blob() : await read(signal);
    await step(done, () => pin(uid, path, asFile(file)));
  }
  await step({ at: began }, async () => undefined);
  return now;
}
