import * as v from 'valibot';
import { isNotFound } from '../api/ApiError.ts';
import { call } from '../api/client.ts';
import { readConversation } from '../api/readConversation.ts';
import { readNotes, type StaffNotes } from '../api/readNotes.ts';
import { pathOf } from '../contract/calls.ts';
import type { Shot } from '../contract/jobs/checklist.ts';
import { hasSetBefore } from '../contract/jobs/comparable.ts';
import { JobDetails } from '../contract/jobs/jobDetails.ts';
import { filesOfJob, type OfflineFile } from './jobFiles.ts';
import { type OfflineJob, offlineJobAddress, readOfflineJobs, writeOfflineJob } from './offlineJobs.ts';
import { cacheKey, existingResponses, openResponses, purgeResponses } from './responses.ts';
import { fileResponse, isPinned, jsonResponse, pinResponse, removeResponse } from './storeResponse.ts';

/** The limits of a job that the app saves by itself. */
type Room = {
  bytes: number;
  /** Awaited before anything is stored: frees this many bytes. */
  make(bytes: number): Promise<void>;
  /** See `OfflineJob`. */
  stamp: string;
  /** Reads what is the same for all jobs once for many. */
  readShared(): Promise<Shared>;
};

/** The photo checklists, and the certificates that prove signatures; null where the server knows of none yet. */
type Shared = { shots: Shot[]; issuers: unknown[] | null };

/** Reads what is the same for all jobs. */
export async function readShared(signal?: AbortSignal): Promise<Shared> {
  const options = { fresh: true, signal };
  const [shots, issuers] = await Promise.all([
    call('checklists', options),
    call('trustedIssuers', options).catch(nullIfLost),
  ]);
  return { shots, issuers };
}

/** Fetches what reads the QR code of a printed report: for jobs that the user saves, and for those that have a report. */
async function cacheReader(): Promise<void> {
  const { cacheQrReader } = await import('./qrReaderFile.ts');
  await cacheQrReader();
}

/** Reads the staff notes of a job; null where the reader may see none. */
async function readNotesOf(
  { jobId, staffNotes }: JobDetails,
  signal: AbortSignal | undefined,
): Promise<StaffNotes | null> {
  if (staffNotes === undefined) return null;
  return staffNotes === 0 ? { items: [], startAfter: null } : readNotes(jobId, { fresh: true, signal });
}

/** Takes files in their order as long as they fit; a smaller one may fit after a larger one did not. */
function fitting(files: readonly OfflineFile[], room: number): Record<'taken' | 'skipped', OfflineFile[]> {
  const taken: OfflineFile[] = [];
  const skipped: OfflineFile[] = [];
  for (const file of files) (sizeOf(taken) + file.bytes <= room ? taken : skipped).push(file);
  return { taken, skipped };
}

/** Returns null for a file that the server has lost, so that everything else is saved all the same. */
function nullIfLost(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}

function sizeOf(files: readonly OfflineFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Fetches a job, its conversation, staff notes, what differs from sets before, and files, and pins them in the response cache. Skips files
 * that are pinned already, so that an interrupted attempt is continued. A job whose record says that it is complete is so at every moment:
 * new files of a saved job are stored before the details that name them.
 *
 * @param before the record of the job so far
 * @param isTheirs whether this user is still signed in; checked before anything is stored
 * @param onProgress called with the record after each step
 * @param room limits the files; without it all are saved
 * @throws ApiError when something cannot be read; QuotaExceededError when the device is full; AbortError when another user signs in
 */
export async function storeOfflineJob(
  uid: string,
  before: OfflineJob,
  isTheirs: () => boolean,
  onProgress: (job: OfflineJob) => void,
  signal?: AbortSignal,
  room?: Room,
): Promise<OfflineJob> {
  const params = { jobId: before.jobId };
  const began = Date.now();
  const [job, conversation, { shots, issuers }] = await Promise.all([
    call('job', { params, fresh: true, signal }),
    readConversation(before.jobId, { fresh: true, signal }),
    room ? room.readShared() : readShared(signal),
  ]);
  const notes = await readNotesOf(job, signal);
  const comparisons = hasSetBefore(job) ? await call('comparisons', { params, fresh: true, signal }) : null;
  const texts = [
    { path: pathOf('job', params), text: JSON.stringify({ body: job }) },
    { path: pathOf('conversation', params), text: JSON.stringify({ body: conversation }) },
    ...(notes ? [{ path: pathOf('staffNotes', params), text: JSON.stringify({ body: notes }) }] : []),
    ...(comparisons
      ? [{ path: pathOf('comparisons', params), text: JSON.stringify({ body: comparisons }) }]
      : []),
    { path: pathOf('checklists', {}), text: JSON.stringify({ body: shots }) },
    ...(issuers ? [{ path: pathOf('trustedIssuers', {}), text: JSON.stringify({ body: issuers }) }] : []),
  ];
  const textBytes = texts.reduce((sum, { text }) => sum + new Blob([text]).size, 0);
  const { taken: files, skipped } = fitting(
    filesOfJob(job, shots),
    (room?.bytes ?? Number.POSITIVE_INFINITY) - textBytes,
  );
  await room?.make(textBytes + sizeOf(files));
  const keys = await Promise.all([...texts, ...files].map(({ path }) => cacheKey(uid, path)));
  // An example of a checklist may be another saved job's too.
  const own = new Set(filesOfJob(job).map(({ path }) => path));
  const dropped = await Promise.all(
    skipped.filter(({ path }) => own.has(path)).map(({ path }) => cacheKey(uid, path)),
  );
  const missing = skipped.map(({ name, bytes }) => ({ name, bytes }));
  const newest = conversation.at(-1)?.createdTimestamp ?? 0;
  const activeAt = Math.max(job.updatedTimestamp, job.createdTimestamp, newest);
  let now: OfflineJob = {
    ...before,
    project: job.project,
    jobCode: job.jobCode,
    files: files.length,
    totalBytes: textBytes + sizeOf(files),
    bytes: textBytes,
    keys: [...new Set([...before.keys.filter((key) => !dropped.includes(key)), ...keys])],
    // Until the end it names both the files that were missing and those that will be.
    ...(room && { open: { stamp: '', activeAt, skipped: [...(before.open?.skipped ?? []), ...missing] } }),
  };

  async function step(
    progress: Partial<OfflineJob>,
    save: (cache: Cache) => Promise<unknown>,
  ): Promise<void> {
    signal?.throwIfAborted();
    if (!isTheirs()) throw new DOMException('Another user is signed in.', 'AbortError');
    await save(await openResponses(uid));
    now = { ...now, ...progress };
    await writeOfflineJob(uid, now);
    // A sign-out meanwhile has deleted the cache, which this step has created again.
    if (!isTheirs()) await purgeResponses(uid);
    onProgress(now);
  }

  const saveTexts = () =>
    step({}, (cache) =>
      Promise.all(
        texts.map(async ({ path, text }) =>
          pinResponse(cache, await cacheKey(uid, path), jsonResponse(text, began)),
        ),
      ),
    );
  const isRefresh = before.at > 0;
  await step({}, (cache) => Promise.all(dropped.map((key) => removeResponse(cache, key))));
  if (!isRefresh) await saveTexts();
  for (const { path, bytes, read } of files) {
    const key = await cacheKey(uid, path);
    const progress = { bytes: now.bytes + bytes };
    const cache = await existingResponses(uid);
    const opened = await cache?.match(key);
    if (cache && opened && (await isPinned(cache, key))) {
      now = { ...now, ...progress };
      continue;
    }
    const file = opened ? await opened.blob() : await read(signal).catch(nullIfLost);
    if (!file) continue;
    await step(progress, (theirs) => pinResponse(theirs, key, fileResponse(file)));
  }
  if (isRefresh) await saveTexts();
  const open = room && { open: { stamp: room.stamp, activeAt, skipped: missing } };
  await step({ at: began, ...open }, async () => undefined);
  // No job waits for it: the next attempt continues.
  if (!room || job.deliverables.some(({ report }) => report)) void cacheReader().catch(() => undefined);
  return now;
}

/** Removes the files of a job that the app saved by itself, to make room; its details and its chat stay. */
export async function dropOfflineFiles(uid: string, saved: OfflineJob): Promise<OfflineJob> {
  const cache = await existingResponses(uid);
  const details = await cache?.match(await cacheKey(uid, pathOf('job', { jobId: saved.jobId })));
  const read = v.safeParse(v.object({ body: JobDetails }), await details?.json().catch(() => null));
  if (!cache || !read.success || !saved.open) return saved;
  const files = filesOfJob(read.output.body);
  const keys = await Promise.all(files.map(({ path }) => cacheKey(uid, path)));
  const bytes = Math.max(
    0,
    saved.totalBytes - sizeOf(files.filter((_, at) => saved.keys.includes(keys[at] ?? ''))),
  );
  const skipped = files.map(({ name, bytes }) => ({ name, bytes }));
  const next = { ...saved, bytes, totalBytes: bytes, files: 0, open: { ...saved.open, skipped } };
  await writeOfflineJob(uid, next);
  await Promise.all(keys.map((key) => removeResponse(cache, key)));
  const left = { ...next, keys: saved.keys.filter((key) => !keys.includes(key)) };
  await writeOfflineJob(uid, left);
  return left;
}

/** Removes a saved job with its responses, also those that another window has saved since. */
export async function deleteOfflineJob(uid: string, job: OfflineJob): Promise<void> {
  const cache = await existingResponses(uid);
  if (!cache) return;
  // What is the same for all jobs, and the examples of checklists, may be those of other jobs too.
  const saved = await readOfflineJobs(uid);
  const keysOf = (isIt: boolean) =>
    saved.flatMap(({ jobId, keys }) => ((jobId === job.jobId) === isIt ? keys : []));
  const shared = new Set(keysOf(false));
  const all = new Set([...job.keys, ...keysOf(true), offlineJobAddress(job.jobId)]);
  const own = [...all].filter((key) => !shared.has(key));
  await Promise.all(own.map((key) => removeResponse(cache, key)));
}
