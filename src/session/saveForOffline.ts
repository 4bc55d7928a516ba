import { ApiError, call } from '../api/client.ts';
import { getConnectivity, onConnectivityChange } from '../api/connectivity.ts';
import { storageLeft } from '../api/storageLeft.ts';
import { noteSavedJob, readSavedJobs, removeSavedJob, type SavedJob } from '../cache/savedJobs.ts';
import { filesOfJob, saveJob } from '../cache/saveJob.ts';
import { getSavedJobs, nothingSaved, putAll, putSaved } from './savedForOffline.ts';
import { getOwner, subscribe } from './session.ts';

/** Saving goes on from page to page, for one user at a time; components begin and end it, and none of them lives as long. */
let owner: string | null = null;
let work: Promise<void> | null = null;
let stop = new AbortController();

/** Room that stays free for what is typed and sent. */
const spareBytes = 50 * 1024 * 1024;
/** What was saved longer ago is brought up to date when there is a connection. */
const oldMs = 30 * 60_000;

function canSave(): boolean {
  return 'caches' in globalThis && Boolean(globalThis.navigator?.serviceWorker?.controller);
}

function putJob(job: SavedJob): void {
  putSaved({ jobs: new Map(getSavedJobs().jobs).set(job.jobId, job) });
}

/** Reads what the user saved, and goes on with what is incomplete or old. */
async function resumeSaving(): Promise<void> {
  const uid = getOwner()?.uid ?? null;
  if (getSavedJobs().possible !== canSave()) putSaved({ possible: canSave() });
  if (uid !== owner) {
    const before = owner;
    owner = uid;
    stop.abort();
    await work;
    stop = new AbortController();
    // Of the first person the start of the app may have shown it already.
    if (before !== null || uid === null) putSaved({ ...nothingSaved, possible: canSave() });
    if (uid && 'caches' in globalThis) {
      const found = await readSavedJobs(uid).catch(() => []);
      if (owner === uid) putAll(found);
    }
  }
  await goOn();
}

/** What saving would fetch, before anybody agrees to it. */
export type SavedSize = {
  jobs: number;
  files: number;
  bytes: number;
  /** Bytes the device still gives us; null where it does not say. */
  left: number | null;
};

/** Asks each job how large its files are. @param onProgress told how many jobs have answered @throws ApiError */
export async function measureJobs(
  jobIds: readonly string[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<SavedSize> {
  let files = 0;
  let bytes = 0;
  for (const [at, jobId] of jobIds.entries()) {
    const targets = filesOfJob(await call('job', { params: { jobId }, fresh: true, signal }));
    files += targets.length;
    bytes += targets.reduce((sum, target) => sum + target.bytes, 0);
    onProgress(at + 1);
  }
  return { jobs: jobIds.length, files, bytes, left: await roomLeft() };
}

async function roomLeft(): Promise<number | null> {
  const left = await storageLeft();
  return left === null ? null : Math.max(0, left - spareBytes);
}

/** Writes down which jobs are wanted, and begins. What is cut off goes on by itself, also after the app was closed. */
export async function saveJobs(
  jobs: readonly { jobId: string; project: string; jobCode: string }[],
): Promise<void> {
  const uid = owner;
  if (!uid) return;
  for (const { jobId, project, jobCode } of jobs) {
    const known = getSavedJobs().jobs.get(jobId);
    const wanted = known
      ? { ...known, at: 0 }
      : { jobId, project, jobCode, at: 0, bytes: 0, totalBytes: 0, files: 0, keys: [] };
    await noteSavedJob(uid, wanted);
    putJob(wanted);
  }
  putSaved({ halted: null });
  await goOn();
}

/** Takes jobs off the device again; what is being fetched stops. */
export async function removeSavedJobs(jobIds: readonly string[]): Promise<void> {
  const uid = owner;
  if (!uid) return;
  stop.abort();
  await work;
  stop = new AbortController();
  for (const jobId of jobIds) {
    const job = getSavedJobs().jobs.get(jobId);
    if (job) await takeOff(uid, job);
  }
  void goOn();
}

async function takeOff(uid: string, job: SavedJob): Promise<void> {
  await removeSavedJob(uid, job);
  const jobs = new Map(getSavedJobs().jobs);
  jobs.delete(job.jobId);
  putSaved({ jobs });
}

function next(): SavedJob | undefined {
  const all = [...getSavedJobs().jobs.values()];
  return all.find(({ at }) => at === 0) ?? all.find(({ at }) => Date.now() - at > oldMs || at > Date.now());
}

function goOn(): Promise<void> {
  work ??= fetchAll(stop.signal).finally(() => {
    work = null;
    putSaved({ working: null });
  });
  return work;
}

async function fetchAll(signal: AbortSignal): Promise<void> {
  const uid = owner;
  if (!uid || !getSavedJobs().possible) return;
  const isTheirs = () => getOwner()?.uid === uid && owner === uid;
  for (let job = next(); job && !signal.aborted; job = next()) {
    putSaved({ working: job.jobId, halted: null });
    try {
      if (job.totalBytes - job.bytes > ((await roomLeft()) ?? Number.POSITIVE_INFINITY)) {
        return putSaved({ halted: 'full' });
      }
      putJob(await saveJob(uid, job, isTheirs, putJob, signal));
    } catch (error) {
      if (signal.aborted || !isTheirs()) return;
      if ((error as Error).name === 'QuotaExceededError') return putSaved({ halted: 'full' });
      const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
      if (!isGone) return putSaved({ halted: 'offline' });
      await takeOff(uid, job);
    }
  }
}

/** Goes on saving what was asked for, whenever that may have become possible. Called once. */
export function keepSaving(): void {
  const resume = () => void resumeSaving();
  resume();
  subscribe(resume);
  onConnectivityChange(() => {
    if (getConnectivity().reachable) resume();
  });
  // Only from then on the worker can answer from the response cache.
  navigator.serviceWorker?.addEventListener('controllerchange', resume);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') resume();
  });
}
