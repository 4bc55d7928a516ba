import { useSyncExternalStore } from 'react';
import type { OfflineJob } from '../../../offline/offlineJobs.ts';
import { getOfflineJobs, type OfflineJobs, onOfflineJobsChange } from '../../../offline/shownOfflineJobs.ts';

/** Whether this browser can save jobs for offline at all. */
export const supportsSaving = 'caches' in globalThis && 'serviceWorker' in navigator;

/** Returns the jobs that are saved for offline on this device. */
export function useOfflineJobs(): OfflineJobs {
  return useSyncExternalStore(onOfflineJobsChange, getOfflineJobs);
}

/** Returns what is saved of a job; undefined for nothing. */
export function useOfflineJob(jobId: string): OfflineJob | undefined {
  return useSyncExternalStore(onOfflineJobsChange, () => getOfflineJobs().jobs.get(jobId));
}
