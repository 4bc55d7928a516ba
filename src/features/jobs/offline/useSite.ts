import { useSyncExternalStore } from 'react';
import type { SavedJob } from '../../../cache/savedJobs.ts';
import { requestPersistenceOnce } from '../../../device/storagePersistence.ts';
import {
  getSavedJobs,
  onSavedJobsChange,
  type SavedJobs,
  saveJobs,
} from '../../../session/saveForOffline.ts';

/** Whether this browser could ever read out of what is kept. */
export const mayPrepare = 'caches' in globalThis && 'serviceWorker' in navigator;

/** Everything that was prepared for a place without a signal. */
export function useSite(): SavedJobs {
  return useSyncExternalStore(onSavedJobsChange, getSavedJobs);
}

/** What was prepared of one job; undefined for nothing. */
export function usePrepared(jobId: string): SavedJob | undefined {
  return useSyncExternalStore(onSavedJobsChange, () => getSavedJobs().jobs.get(jobId));
}

/** Prepares jobs, and asks the browser for persistent storage: it must not clear what somebody saved. */
export function prepareOnDevice(jobs: Parameters<typeof saveJobs>[0]): void {
  void requestPersistenceOnce();
  void saveJobs(jobs);
}
