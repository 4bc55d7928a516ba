import { call } from '../api/client.ts';
import type { SearchFilter } from '../api/queries.ts';
import { openStatuses } from '../contract/enums.ts';
import type { Job } from '../contract/jobs/job.ts';
import { type OfflineJob, readOfflineJobs, writeOfflineJob } from './offlineJobs.ts';
import { usableBytes } from './offlineSize.ts';
import { getOpenJobs, writeOpenJobsList } from './openJobs.ts';
import { purgeResponses } from './responses.ts';
import { isOfJob, putOfflineJob, removeOfflineJob } from './saveForOffline.ts';
import { getOfflineJobs, patchOfflineJobs, setOfflineJobs } from './shownOfflineJobs.ts';
import { dropOfflineFiles, readShared, storeOfflineJob } from './storeOfflineJob.ts';

/** Most open jobs that are saved; each costs two calls when it is refreshed. */
const maxOpenJobs = 100;
/** Jobs are refreshed after this long without an event too, because events are missed while the app is closed. */
const maxAgeMs = 30 * 60_000;
const megabyte = 1024 * 1024;

type User = { uid: string; email: string; isStaff: boolean };

type Conditions = {
  limitMb: number;
  /** When something happened on a job, by its id, milliseconds since 1970. */
  changed: ReadonlyMap<string, number>;
  /** Whether this user is still signed in; checked before anything is stored. */
  isTheirs: () => boolean;
  /** Awaited before each job; throws when the update has to pause. */
  mayGoOn: () => Promise<void>;
  signal: AbortSignal;
};

/** Thrown when the device has no room. */
export class DeviceFull extends Error {}

/**
 * Brings the user's open jobs on this device up to date: saves those that are new or have changed, the most recently active first, and
 * removes those that were closed or are no longer the user's. Jobs that the user saved are left to `saveForOffline.ts`.
 *
 * @throws ApiError where the list or a job cannot be read; DeviceFull; what `mayGoOn` throws; the signal's reason
 */
export async function updateOpenJobs(user: User, conditions: Conditions): Promise<void> {
  const { uid } = user;
  const { changed, isTheirs, mayGoOn, signal } = conditions;
  const limit = conditions.limitMb * megabyte;
  // Another tab may have saved some.
  setOfflineJobs(await readOfflineJobs(uid));
  const { jobs, isCut } = await listOpenJobs(user, signal);
  const all = jobs.toSorted((a, b) => activeAt(b) - activeAt(a));
  const order = all.slice(0, maxOpenJobs);
  const jobIds = order.map(({ jobId }) => jobId);
  const wanted = new Set(jobIds);
  let shared: ReturnType<typeof readShared> | undefined;
  for (const saved of savedOpenJobs()) {
    signal.throwIfAborted();
    if (!wanted.has(saved.jobId)) await removeOfflineJob(uid, saved);
  }
  await note(getOpenJobs().listed.at);

  for (const job of order) {
    const saved = getOfflineJobs().jobs.get(job.jobId);
    if (saved && !saved.open) continue;
    const before = new Set(jobIds.slice(0, jobIds.indexOf(job.jobId)));
    const taken = sizeOf(savedOpenJobs().filter(({ jobId }) => before.has(jobId)));
    const room = Math.max(0, limit - taken);
    if (saved && !isOutdated(saved, job, changed.get(job.jobId) ?? 0, room)) continue;
    await mayGoOn();
    await save(job, saved, room);
  }
  await note(Date.now());

  function savedOpenJobs(): OfflineJob[] {
    return [...getOfflineJobs().jobs.values()].filter(({ open }) => open);
  }

  async function note(at: number): Promise<void> {
    signal.throwIfAborted();
    if (!isTheirs()) return;
    await writeOpenJobsList(uid, { jobIds, isCut: isCut || all.length > order.length, at });
    // A sign-out meanwhile has deleted the cache, which this has created again.
    if (!isTheirs()) await purgeResponses(uid);
  }

  async function save(job: Job, saved: OfflineJob | undefined, room: number): Promise<void> {
    const { jobId, project, jobCode } = job;
    const fresh = { jobId, project, jobCode, at: 0, bytes: 0, totalBytes: 0, files: 0, keys: [] };
    const open = { stamp: '', activeAt: activeAt(job), skipped: [] };
    const record: OfflineJob = saved ?? { ...fresh, open };
    const make = (bytes: number) => makeRoom(jobId, bytes, saved?.bytes ?? 0);
    patchOfflineJobs({ working: jobId });
    try {
      // First, so that what is stored belongs to a record, whatever happens next.
      if (!saved && isTheirs()) await writeOfflineJob(uid, record);
      putOfflineJob(
        await storeOfflineJob(uid, record, isTheirs, putOfflineJob, signal, {
          bytes: room,
          make,
          stamp: stampOf(job),
          readShared: () => (shared ??= readShared(signal)),
        }),
      );
    } catch (error) {
      shared = undefined;
      if ((error as Error).name === 'QuotaExceededError') throw new DeviceFull();
      if (!isOfJob(error)) throw error;
      if (error.status === 403 || error.status === 404) await removeOfflineJob(uid, record);
    } finally {
      patchOfflineJobs({ working: null });
    }
  }

  /** Drops files of the jobs behind this one, from the last, so that the limit holds at every moment. */
  async function makeRoom(jobId: string, bytes: number, before: number): Promise<void> {
    const behind = jobIds.slice(jobIds.indexOf(jobId) + 1).toReversed();
    for (const id of behind) {
      const others = sizeOf(savedOpenJobs().filter((one) => one.jobId !== jobId));
      if (others + bytes <= limit) break;
      const saved = getOfflineJobs().jobs.get(id);
      if (saved?.open && saved.files > 0) putOfflineJob(await dropOfflineFiles(uid, saved));
    }
    const left = await usableBytes();
    if (left !== null && bytes - before > left) throw new DeviceFull();
  }

  /** When something last happened on a job, as far as this device knows, seconds since 1970. */
  function activeAt({ jobId, updatedTimestamp, createdTimestamp }: Job): number {
    const known = getOfflineJobs().jobs.get(jobId)?.open?.activeAt ?? 0;
    return Math.max(updatedTimestamp, createdTimestamp, known);
  }
}

function sizeOf(saved: readonly OfflineJob[]): number {
  return saved.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns a stamp of a listed job that changes with the job. */
function stampOf({ version, updatedTimestamp, newMessages }: Job): string {
  return `${version} ${updatedTimestamp} ${newMessages}`;
}

function isOutdated(saved: OfflineJob, job: Job, changedAt: number, room: number): boolean {
  const { at, bytes, files, open } = saved;
  if (at === 0 || at <= changedAt || at > Date.now() || Date.now() - at > maxAgeMs) return true;
  // Details and chats are small, and kept beyond the limit.
  if (open?.stamp !== stampOf(job) || (files > 0 && bytes > room)) return true;
  // A file that did not fit before fits now.
  return open.skipped.some((file) => file.bytes <= room - bytes);
}

/** Reads the open jobs that are assigned to the user, and those that they submitted: of each as many as are saved. */
async function listOpenJobs(
  { email, isStaff }: User,
  signal: AbortSignal,
): Promise<{ jobs: Job[]; isCut: boolean }> {
  const filters: SearchFilter[] = isStaff
    ? [{ assignedTo: email }, { jobReporter: email }]
    : [{ jobReporter: email }];
  const found = new Map<string, Job>();
  let isCut = false;
  for (const filter of filters) {
    let count = 0;
    let startAfter: string | null | undefined;
    while (startAfter !== null && count < maxOpenJobs) {
      const page: { items: Job[]; startAfter: string | null } = await call('searchJobs', {
        body: { ...filter, statuses: openStatuses, sort: 'updated', ...(startAfter && { startAfter }) },
        fresh: true,
        signal,
      });
      for (const job of page.items) found.set(job.jobId, job);
      count += page.items.length;
      startAfter = page.startAfter;
    }
    isCut ||= startAfter !== null;
  }
  return { jobs: [...found.values()], isCut };
}
