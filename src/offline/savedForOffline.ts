import { createStore } from '../store.ts';
import { readSavedJobs, type SavedJob } from './savedJobs.ts';

/** The jobs that the user saves for offline on this device, and the state of fetching them. */
export type SavedJobs = {
  /** Only the worker responds from the response cache: without one nothing can be saved. */
  possible: boolean;
  /** By job; the same object until something of it changes. */
  jobs: ReadonlyMap<string, SavedJob>;
  /** The job that is being fetched now. */
  working: string | null;
  /** Why fetching stopped before it was complete; null while it goes on. */
  halted: 'offline' | 'full' | null;
};

export const nothingSaved: SavedJobs = { possible: false, jobs: new Map(), working: null, halted: null };
const saved = createStore(nothingSaved);

export const { get: getSavedJobs, subscribe: onSavedJobsChange } = saved;

export function putSaved(next: Partial<SavedJobs>): void {
  saved.set({ ...saved.get(), ...next });
}

export function putAll(found: readonly SavedJob[]): void {
  putSaved({ jobs: new Map(found.map((job) => [job.jobId, job])) });
}

/** Shows what a user saved before it is decided who is signed in, so that nothing moves later. */
export async function showSavedJobs(uid: string): Promise<void> {
  if ('caches' in globalThis) putAll(await readSavedJobs(uid));
}
