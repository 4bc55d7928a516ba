import { createStore } from '../store.ts';
import { type OfflineJob, readOfflineJobs } from './offlineJobs.ts';

/** The offline jobs of this device, and the state of fetching them. */
export type OfflineJobs = {
  /** Whether jobs can be saved: only with a worker, which responds from the response cache. */
  possible: boolean;
  /** The offline jobs by id; each is the same object until something of it changes. */
  jobs: ReadonlyMap<string, OfflineJob>;
  /** The job that is being fetched now. */
  working: string | null;
  /** Why fetching stopped before it was complete; null while it goes on. */
  halted: 'offline' | 'full' | null;
};

export const noOfflineJobs: OfflineJobs = { possible: false, jobs: new Map(), working: null, halted: null };
const saved = createStore(noOfflineJobs);

export const { get: getOfflineJobs, subscribe: onOfflineJobsChange } = saved;

export function patchOfflineJobs(next: Partial<OfflineJobs>): void {
  saved.set({ ...saved.get(), ...next });
}

export function setOfflineJobs(found: readonly OfflineJob[]): void {
  patchOfflineJobs({ jobs: new Map(found.map((job) => [job.jobId, job])) });
}

/** Shows the offline jobs of a user before it is decided who is signed in, so that nothing moves later. */
export async function showOfflineJobs(uid: string): Promise<void> {
  if ('caches' in globalThis) setOfflineJobs(await readOfflineJobs(uid));
}
