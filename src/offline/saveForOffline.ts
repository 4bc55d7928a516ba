import { ApiError } from '../api/client.ts';
import { getConnectivity, onConnectivityChange } from '../api/connectivity.ts';
import { getOwner, onSessionChange } from '../session/session.ts';
import { type OfflineJob, readOfflineJobs, writeOfflineJob } from './offlineJobs.ts';
import { usableBytes } from './offlineSize.ts';
import { cachePdfjsFiles } from './pdfjsFiles.ts';
import { getOfflineJobs, noOfflineJobs, patchOfflineJobs, setOfflineJobs } from './shownOfflineJobs.ts';
import { deleteOfflineJob, storeOfflineJob } from './storeOfflineJob.ts';

/** Module state: saving outlives the components that start and stop it, and is for one user at a time. */
let owner: string | null = null;
let following = Promise.resolve();
let work: Promise<void> | null = null;
let stop = new AbortController();
/** Whether a job was chosen since the running work last looked for one. */
let isAsked = false;
/** The saving of open jobs (`updateOpenJobs.ts`) while it runs. */
let background: { stop: AbortController; done: Promise<void> } | null = null;

/** Jobs saved longer ago are fetched again. */
const maxAgeMs = 30 * 60_000;

function canSave(): boolean {
  return 'caches' in globalThis && Boolean(globalThis.navigator?.serviceWorker?.controller);
}

export function putOfflineJob(job: OfflineJob): void {
  patchOfflineJobs({ jobs: new Map(getOfflineJobs().jobs).set(job.jobId, job) });
}

/** Begins anew when another user has signed in. Resolves once the jobs that are saved for the user are known. */
function followOwner(): Promise<void> {
  const uid = getOwner()?.uid ?? null;
  if (getOfflineJobs().possible !== canSave()) patchOfflineJobs({ possible: canSave() });
  if (uid !== owner) {
    const isFirst = owner === null && uid !== null;
    owner = uid;
    stop.abort();
    following = readJobsOf(uid, isFirst);
  }
  return following;
}

async function readJobsOf(uid: string | null, isFirst: boolean): Promise<void> {
  await work;
  await stopBackgroundSaving();
  stop = new AbortController();
  // The start of the app may have shown the first user's jobs already.
  if (!isFirst) patchOfflineJobs({ ...noOfflineJobs, possible: canSave() });
  if (!uid || !('caches' in globalThis)) return;
  const found = await readOfflineJobs(uid).catch(() => []);
  if (owner === uid) setOfflineJobs(found);
}

/** Reads the user's offline jobs, and continues to fetch those that are incomplete or old. */
async function resumeSaving(): Promise<void> {
  const last = following;
  await followOwner();
  if (following === last) await rereadJobs();
  await fetchPending();
}

/** Shows what other windows have saved or removed; removed jobs would be fetched again. What changes here meanwhile is newer. */
async function rereadJobs(): Promise<void> {
  const uid = owner;
  if (!uid) return;
  const { jobs } = getOfflineJobs();
  const found = await readOfflineJobs(uid).catch(() => null);
  if (found && owner === uid && getOfflineJobs().jobs === jobs) setOfflineJobs(found);
}

/** Returns the record of a job that the user has saved, not the app, and that has all its files. */
function ofUser({ open: _, ...saved }: OfflineJob): OfflineJob {
  return saved;
}

/** Saves a job for offline: stores its record and begins to fetch. Interrupted work resumes by itself, also after the app was closed. */
export async function saveForOffline({
  jobId,
  project,
  jobCode,
}: Pick<OfflineJob, 'jobId' | 'project' | 'jobCode'>): Promise<void> {
  await followOwner();
  const uid = owner;
  if (!uid) return;
  await stopBackgroundSaving();
  const known = getOfflineJobs().jobs.get(jobId);
  const wanted = known
    ? { ...ofUser(known), at: 0 }
    : { jobId, project, jobCode, at: 0, bytes: 0, totalBytes: 0, files: 0, keys: [] };
  await writeOfflineJob(uid, wanted).catch((error: Error) => {
    // The fetch says on the job that there is no room.
    if (error.name !== 'QuotaExceededError') throw error;
  });
  putOfflineJob(wanted);
  patchOfflineJobs({ halted: null });
  await fetchPending();
}

/** Removes saved jobs from the device, and stops fetching them. */
export async function removeFromOffline(jobIds: readonly string[]): Promise<void> {
  await followOwner();
  const uid = owner;
  if (!uid) return;
  stop.abort();
  await work;
  await stopBackgroundSaving();
  stop = new AbortController();
  for (const jobId of jobIds) {
    const job = getOfflineJobs().jobs.get(jobId);
    if (job) await removeOfflineJob(uid, job);
  }
  void fetchPending();
}

/**
 * Runs work that saves open jobs, unless some runs already. It must end soon after its signal is aborted: when the user saves or removes
 * jobs, or another user signs in.
 */
export async function saveInBackground(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (background) return background.done;
  const stop = new AbortController();
  const mine = { stop, done: Promise.resolve() };
  background = mine;
  mine.done = whenUserSavesEnd()
    .then(() => work(stop.signal))
    .finally(() => {
      background = null;
    });
  return mine.done;
}

/** Stops the saving of open jobs. */
export async function stopBackgroundSaving(): Promise<void> {
  background?.stop.abort();
  await background?.done.catch(() => undefined);
}

/** Resolves once no job is being fetched that the user chose. */
export async function whenUserSavesEnd(): Promise<void> {
  await work;
}

export async function removeOfflineJob(uid: string, job: OfflineJob): Promise<void> {
  await deleteOfflineJob(uid, job);
  const jobs = new Map(getOfflineJobs().jobs);
  jobs.delete(job.jobId);
  patchOfflineJobs({ jobs });
}

/** @param failed jobs that could not be read */
function nextJob(failed: ReadonlySet<string>): OfflineJob | undefined {
  const all = [...getOfflineJobs().jobs.values()].filter(({ open, jobId }) => !open && !failed.has(jobId));
  return (
    all.find(({ at }) => at === 0) ?? all.find(({ at }) => Date.now() - at > maxAgeMs || at > Date.now())
  );
}

function fetchPending(): Promise<void> {
  isAsked = true;
  work ??= fetchWhileAsked();
  return work;
}

/** Fetches until no more jobs were chosen meanwhile. Nothing may come between its last check and its end. */
async function fetchWhileAsked(): Promise<void> {
  try {
    while (isAsked) {
      isAsked = false;
      await fetchAll(stop.signal);
    }
  } finally {
    work = null;
    patchOfflineJobs({ working: null });
  }
}

/** Whether a failure concerns one job only, so that the next one may succeed. */
export function isOfJob(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status > 0 && ![401, 408, 429, 503].includes(error.status);
}

async function fetchAll(signal: AbortSignal): Promise<void> {
  const uid = owner;
  if (!uid || !getOfflineJobs().possible) return;
  const isTheirs = () => getOwner()?.uid === uid && owner === uid;
  const failed = new Set<string>();
  for (let job = nextJob(failed); job && !signal.aborted; job = nextJob(failed)) {
    patchOfflineJobs({ working: job.jobId, halted: null });
    try {
      if (job.totalBytes - job.bytes > ((await usableBytes()) ?? Number.POSITIVE_INFINITY)) {
        return patchOfflineJobs({ halted: 'full' });
      }
      putOfflineJob(await storeOfflineJob(uid, job, isTheirs, putOfflineJob, signal));
    } catch (error) {
      if (signal.aborted || !isTheirs()) return;
      if ((error as Error).name === 'QuotaExceededError') return patchOfflineJobs({ halted: 'full' });
      if (!isOfJob(error)) return patchOfflineJobs({ halted: 'offline' });
      failed.add(job.jobId);
      if (error.status === 403 || error.status === 404) await removeOfflineJob(uid, job);
    }
  }
  // No job waits for the files of PDF.js: a browser can open a PDF without them, and the next attempt continues.
  if (!signal.aborted && hasSavedPdf()) void cachePdfjsFiles().catch(() => undefined);
}

function hasSavedPdf(): boolean {
  return [...getOfflineJobs().jobs.values()].some(({ keys }) => keys.some((key) => /\.pdf$/i.test(key)));
}

/** Resumes saving whenever that may have become possible. Called once. */
export function watchSaving(): void {
  const resume = () => void resumeSaving();
  resume();
  onSessionChange(resume);
  onConnectivityChange(() => {
    if (getConnectivity().reachable) resume();
  });
  // Only then can the worker respond from the response cache.
  navigator.serviceWorker?.addEventListener('controllerchange', resume);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') resume();
  });
}
