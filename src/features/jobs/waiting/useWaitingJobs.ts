import { useMemo, useSyncExternalStore } from 'react';
import type { Transfer } from '../../../api/client.ts';
import { onUploadProgress, onWaitingChange, uploadProgressOf } from '../../../outbox/records/waiting.ts';
import { type JobRecord, waitingJobs } from '../../../outbox/records/waitingJobs.ts';

/** Returns the unsent new jobs and changes of jobs, oldest first. */
export function useWaitingJobs(): readonly JobRecord[] {
  return useSyncExternalStore(onWaitingChange, waitingJobs);
}

/** Returns the unsent changes of a job. */
export function useWaitingChanges(jobId: string): readonly JobRecord[] {
  const all = useWaitingJobs();
  return useMemo(
    () => all.filter((record) => record.kind !== 'report' && record.jobId === jobId),
    [all, jobId],
  );
}

/** Returns the progress of a record's upload; undefined before the first byte. */
export function useUpload(clientId: string): Transfer | undefined {
  return useSyncExternalStore(onUploadProgress, () => uploadProgressOf(clientId));
}
