import { useSyncExternalStore } from 'react';
import type { SavedJob } from '../../../cache/savedJobs.ts';
import { getSavedJobs, onSavedJobsChange, type SavedJobs } from '../../../session/savedForOffline.ts';

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
