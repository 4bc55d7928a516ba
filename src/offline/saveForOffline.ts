import { ApiError } from '../api/client.ts';
import { getConnectivity, onConnectivityChange } from '../api/connectivity.ts';
import { getOwner, onSessionChange } from '../session/session.ts';
import { cachePdfFiles } from './pdfFiles.ts';
import { getSavedJobs, nothingSaved, putAll, putSaved } from './savedForOffline.ts';
import { noteSavedJob, readSavedJobs, type SavedJob } from './savedJobs.ts';
import { usableBytes } from './savedSize.ts';
import { removeSavedJob, saveJob } from './saveJob.ts';

/** Module state: saving outlives the components that start and stop it, and is for one user at a time. */
let owner: string | null = null;
let work: Promise<void> | null = null;
let stop = new AbortController();
/** Whether jobs were chosen since the running work last looked for some. */
let isAsked = false;
/** What saves open jobs by itself (`updateOpenJobs.ts`), while it does. */
let background: { stop: AbortController; done: Promise<void> } | null = null;

/** Jobs saved longer ago are fetched again. */
const maxAgeMs = 30 * 60_000;

function canSave(): boolean {
  return 'caches' in globalThis && Boolean(globalThis.navigator?.serviceWorker?.controller);
}

export function putJob(job: SavedJob): void {
  putSaved({ jobs: new Map(getSavedJobs().jobs).set(job.jobId, job) });
}

/** Reads what the user saved, and continues with what is incomplete or old. */
async function resumeSaving(): Promise<void> {
  const uid = getOwner()?.uid ?? null;
  if (getSavedJobs().possible !== canSave()) putSaved({ possible: canSave() });
  if (uid !== owner) {
    const before = owner;
    owner = uid;
    stop.abort();
    await work;
    await stopBackground();
    stop = new AbortController();
    // The start of the app may have shown the first user's jobs already.
    if (before !== null || uid === null) putSaved({ ...nothingSaved, possible: canSave() });
    if (uid && 'caches' in globalThis) {
      const found = await readSavedJobs(uid).catch(() => []);
      if (owner === uid) putAll(found);
    }
  }
  await fetchPending();
}

/** Returns the record of a job that is the user's from now on, and has all its files. */
function byHand({ open: _, ...saved }: SavedJob): SavedJob {
  return saved;
}

/** Stores which jobs are wanted and begins to fetch. Interrupted work resumes by itself, also after the app was closed. */
export async function saveJobs(
  jobs: readonly { jobId: string; project: string; jobCode: string }[],
): Promise<void> {
  const uid = owner;
  if (!uid) return;
  await stopBackground();
  for (const { jobId, project, jobCode } of jobs) {
    const known = getSavedJobs().jobs.get(jobId);
    const wanted = known
      ? { ...byHand(known), at: 0 }
      : { jobId, project, jobCode, at: 0, bytes: 0, totalBytes: 0, files: 0, keys: [] };
    await noteSavedJob(uid, wanted);
    putJob(wanted);
  }
  putSaved({ halted: null });
  await fetchPending();
}

/** Removes saved jobs from the device, and stops fetching them. */
export async function removeSavedJobs(jobIds: readonly string[]): Promise<void> {
  const uid = owner;
  if (!uid) return;
  stop.abort();
  await work;
  await stopBackground();
  stop = new AbortController();
  for (const jobId of jobIds) {
    const job = getSavedJobs().jobs.get(jobId);
    if (job) await removeJob(uid, job);
  }
  void fetchPending();
}

/**
 * Runs work that saves jobs by itself, unless some runs already. It must end soon after its signal is aborted, which is when the user
 * saves or removes jobs, or another user signs in.
 */
export async function saveInBackground(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (background) return background.done;
  const stop = new AbortController();
  const mine = { stop, done: Promise.resolve() };
  background = mine;
  mine.done = savedByHand()
    .then(() => work(stop.signal))
    .finally(() => {
      background = null;
    });
  return mine.done;
}

/** Stops what saves open jobs by itself. */
export async function stopBackground(): Promise<void> {
  background?.stop.abort();
  await background?.done.catch(() => undefined);
}

/** Resolves once nothing is being fetched that the user chose. */
export async function savedByHand(): Promise<void> {
  await work;
}

export async function removeJob(uid: string, job: SavedJob): Promise<void> {
  await removeSavedJob(uid, job);
  const jobs = new Map(getSavedJobs().jobs);
  jobs.delete(job.jobId);
  putSaved({ jobs });
}

function nextJob(): SavedJob | undefined {
  const all = [...getSavedJobs().jobs.values()].filter(({ open }) => !open);
  return (
    all.find(({ at }) => at === 0) ?? all.find(({ at }) => Date.now() - at > maxAgeMs || at > Date.now())
  );
}

function fetchPending(): Promise<void> {
  isAsked = true;
  work ??= fetchWhileAsked();
  return work;
}

/** Looks again for jobs that were chosen while others were fetched: nothing may come between the last look and its end. */
async function fetchWhileAsked(): Promise<void> {
  try {
    while (isAsked) {
      isAsked = false;
      await fetchAll(stop.signal);
    }
  } finally {
    work = null;
    putSaved({ working: null });
  }
}

async function fetchAll(signal: AbortSignal): Promise<void> {
  const uid = owner;
  if (!uid || !getSavedJobs().possible) return;
  const isTheirs = () => getOwner()?.uid === uid && owner === uid;
  for (let job = nextJob(); job && !signal.aborted; job = nextJob()) {
    putSaved({ working: job.jobId, halted: null });
    try {
      if (job.totalBytes - job.bytes > ((await usableBytes()) ?? Number.POSITIVE_INFINITY)) {
        return putSaved({ halted: 'full' });
      }
      putJob(await saveJob(uid, job, isTheirs, putJob, signal));
    } catch (error) {
      if (signal.aborted || !isTheirs()) return;
      if ((error as Error).name === 'QuotaExceededError') return putSaved({ halted: 'full' });
      const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
      if (!isGone) return putSaved({ halted: 'offline' });
      await removeJob(uid, job);
    }
  }
  // The browser can open a PDF without them, so that no job waits for them; the next attempt continues.
  if (!signal.aborted && hasSavedPdf()) void cachePdfFiles().catch(() => undefined);
}

function hasSavedPdf(): boolean {
  return [...getSavedJobs().jobs.values()].some(({ keys }) => keys.some((key) => /\.pdf$/i.test(key)));
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
