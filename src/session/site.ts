import { ApiError, call } from '../api/client.ts';
import { filesOfJob, prepareJob } from '../api/prepareJob.ts';
import { dropPrepared, type PreparedJob, readPrepared, writePrepared } from '../api/siteCache.ts';
import { storageLeft } from '../api/storageLeft.ts';
import { askOnceNeeded } from './keepStorage.ts';
import { getOwner } from './session.ts';

/** What a person prepared for a place without a signal: which jobs, how far each is, and the work on them. */
export type Site = {
  /** Whether anything can be prepared: only the worker can answer out of what is kept. */
  possible: boolean;
  /** By job; the same object until something of it changes. */
  jobs: ReadonlyMap<string, PreparedJob>;
  /** The job that is being fetched now. */
  working: string | null;
  /** Why nothing goes on although something is to come: no line, no room, or nothing of it. */
  halted: 'offline' | 'full' | null;
};

const nothing: Site = { possible: false, jobs: new Map(), working: null, halted: null };
let site = nothing;
let owner: string | null = null;
let work: Promise<void> | null = null;
let stop = new AbortController();
const listeners = new Set<() => void>();

/** Room that stays free for what is typed and sent. */
const spareBytes = 50 * 1024 * 1024;
/** What was prepared longer ago is brought up to date when there is a line. */
const oldMs = 30 * 60_000;

export function getSite(): Site {
  return site;
}

export function onSiteChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function canPrepare(): boolean {
  return 'caches' in globalThis && Boolean(globalThis.navigator?.serviceWorker?.controller);
}

function put(next: Partial<Site>): void {
  site = { ...site, ...next };
  for (const listener of listeners) listener();
}

function putJob(job: PreparedJob): void {
  put({ jobs: new Map(site.jobs).set(job.jobId, job) });
}

/** Reads what was prepared by whoever is signed in, and goes on with what is incomplete or old. To be called whenever there may be a line. */
export async function resumeSite(): Promise<void> {
  const uid = getOwner()?.uid ?? null;
  if (site.possible !== canPrepare()) put({ possible: canPrepare() });
  if (uid !== owner) {
    owner = uid;
    stop.abort();
    await work;
    stop = new AbortController();
    put({ ...nothing, possible: canPrepare() });
    if (uid && 'caches' in globalThis) {
      const found = await readPrepared(uid).catch(() => []);
      if (owner === uid) put({ jobs: new Map(found.map((job) => [job.jobId, job])) });
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
    const known = site.jobs.get(jobId);
    const wanted = known
      ? { ...known, at: 0 }
      : { jobId, project, jobCode, at: 0, bytes: 0, totalBytes: 0, files: 0, keys: [] };
    await writePrepared(uid, wanted);
    putJob(wanted);
  }
  put({ halted: null });
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
    const job = site.jobs.get(jobId);
    if (job) await takeOff(uid, job);
  }
  void goOn();
}

async function takeOff(uid: string, job: PreparedJob): Promise<void> {
  await dropPrepared(uid, job);
  const jobs = new Map(site.jobs);
  jobs.delete(job.jobId);
  put({ jobs });
}

function next(): PreparedJob | undefined {
  const all = [...site.jobs.values()];
  return all.find(({ at }) => at === 0) ?? all.find(({ at }) => Date.now() - at > oldMs || at > Date.now());
}

function goOn(): Promise<void> {
  work ??= fetchAll(stop.signal).finally(() => {
    work = null;
    put({ working: null });
  });
  return work;
}

async function fetchAll(signal: AbortSignal): Promise<void> {
  const uid = owner;
  if (!uid || !site.possible) return;
  const isTheirs = () => getOwner()?.uid === uid && owner === uid;
  for (let job = next(); job && !signal.aborted; job = next()) {
    put({ working: job.jobId, halted: null });
    try {
      if (job.totalBytes - job.bytes > ((await roomLeft()) ?? Number.POSITIVE_INFINITY)) {
        return put({ halted: 'full' });
      }
      putJob(await prepareJob(uid, job, isTheirs, putJob, signal));
    } catch (error) {
      if (signal.aborted || !isTheirs()) return;
      if ((error as Error).name === 'QuotaExceededError') return put({ halted: 'full' });
      const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
      if (!isGone) return put({ halted: 'offline' });
      await takeOff(uid, job);
    }
  }
}
