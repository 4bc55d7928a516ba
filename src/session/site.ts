import { ApiError, call } from '../api/client.ts';
import { filesOfJob, prepareJob } from '../api/prepareJob.ts';
import { dropPrepared, type PreparedJob, readPrepared, writePrepared } from '../api/siteCache.ts';
import { storageLeft } from '../api/storageLeft.ts';
import { askOnceNeeded } from './keepStorage.ts';
import { getOwner } from './session.ts';
import { getSite, nothingPrepared, putSite } from './siteState.ts';

let owner: string | null = null;
let work: Promise<void> | null = null;
let stop = new AbortController();

/** Room that stays free for what is typed and sent. */
const spareBytes = 50 * 1024 * 1024;
/** What was prepared longer ago is brought up to date when there is a line. */
const oldMs = 30 * 60_000;

function canPrepare(): boolean {
  return 'caches' in globalThis && Boolean(globalThis.navigator?.serviceWorker?.controller);
}

function putJob(job: PreparedJob): void {
  putSite({ jobs: new Map(getSite().jobs).set(job.jobId, job) });
}

/** Reads what was prepared by whoever is signed in, and goes on with what is incomplete or old. To be called whenever there may be a line. */
export async function resumeSite(): Promise<void> {
  const uid = getOwner()?.uid ?? null;
  if (getSite().possible !== canPrepare()) putSite({ possible: canPrepare() });
  if (uid !== owner) {
    const before = owner;
    owner = uid;
    stop.abort();
    await work;
    stop = new AbortController();
    // Of the first person the start of the app may have shown it already.
    if (before !== null || uid === null) putSite({ ...nothingPrepared, possible: canPrepare() });
    if (uid && 'caches' in globalThis) {
      const found = await readPrepared(uid).catch(() => []);
      if (owner === uid) putSite({ jobs: new Map(found.map((job) => [job.jobId, job])) });
    }
  }
  await goOn();
}

/** What preparing would bring, before anybody agrees to it. */
export type SiteSize = {
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
): Promise<SiteSize> {
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
export async function prepareJobs(
  jobs: readonly { jobId: string; project: string; jobCode: string }[],
): Promise<void> {
  const uid = owner;
  if (!uid) return;
  void askOnceNeeded();
  for (const { jobId, project, jobCode } of jobs) {
    const known = getSite().jobs.get(jobId);
    const wanted = known
      ? { ...known, at: 0 }
      : { jobId, project, jobCode, at: 0, bytes: 0, totalBytes: 0, files: 0, keys: [] };
    await writePrepared(uid, wanted);
    putJob(wanted);
  }
  putSite({ halted: null });
  await goOn();
}

/** Takes jobs off the device again; what is being fetched stops. */
export async function removePrepared(jobIds: readonly string[]): Promise<void> {
  const uid = owner;
  if (!uid) return;
  stop.abort();
  await work;
  stop = new AbortController();
  for (const jobId of jobIds) {
    const job = getSite().jobs.get(jobId);
    if (job) await takeOff(uid, job);
  }
  void goOn();
}

async function takeOff(uid: string, job: PreparedJob): Promise<void> {
  await dropPrepared(uid, job);
  const jobs = new Map(getSite().jobs);
  jobs.delete(job.jobId);
  putSite({ jobs });
}

function next(): PreparedJob | undefined {
  const all = [...getSite().jobs.values()];
  return all.find(({ at }) => at === 0) ?? all.find(({ at }) => Date.now() - at > oldMs || at > Date.now());
}

function goOn(): Promise<void> {
  work ??= fetchAll(stop.signal).finally(() => {
    work = null;
    putSite({ working: null });
  });
  return work;
}

async function fetchAll(signal: AbortSignal): Promise<void> {
  const uid = owner;
  if (!uid || !getSite().possible) return;
  const isTheirs = () => getOwner()?.uid === uid && owner === uid;
  for (let job = next(); job && !signal.aborted; job = next()) {
    putSite({ working: job.jobId, halted: null });
    try {
      if (job.totalBytes - job.bytes > ((await roomLeft()) ?? Number.POSITIVE_INFINITY)) {
        return putSite({ halted: 'full' });
      }
      putJob(await prepareJob(uid, job, isTheirs, putJob, signal));
    } catch (error) {
      if (signal.aborted || !isTheirs()) return;
      if ((error as Error).name === 'QuotaExceededError') return putSite({ halted: 'full' });
      const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
      if (!isGone) return putSite({ halted: 'offline' });
      await takeOff(uid, job);
    }
  }
}
