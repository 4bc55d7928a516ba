import { useSyncExternalStore } from 'react';
import { getSavedJobs, onSavedJobsChange, type SavedJobs } from '../../../offline/savedForOffline.ts';
import type { SavedJob } from '../../../offline/savedJobs.ts';

/** Whether this browser can save jobs for offline at all. */
export const supportsSaving = 'caches' in globalThis && 'serviceWorker' in navigator;

/** Returns the jobs that are saved for offline on this device. */
export function useSavedJobs(): SavedJobs {
  return useSyncExternalStore(onSavedJobsChange, getSavedJobs);
}

/** Returns what is saved of a job; undefined for nothing. */
export function useSavedJob(jobId: string): SavedJob | undefined {
  return useSyncExternalStore(onSavedJobsChange, () => getSavedJobs().jobs.get(jobId));
}
