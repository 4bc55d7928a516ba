import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Transfer } from '../../../api/client.ts';
import { onUploadProgress, uploadOf } from '../../../outbox/records/waiting.ts';
import { type JobRecord, onWaitingJobsChange, waitingJobs } from '../../../outbox/records/waitingJobs.ts';

/** New jobs and changes of jobs that wait on this device, oldest first. */
export function useWaitingJobs(): readonly JobRecord[] {
  return useSyncExternalStore(onWaitingJobsChange, waitingJobs);
}

/** The changes of one job that wait. */
export function useWaitingChanges(jobId: string): readonly JobRecord[] {
  const all = useWaitingJobs();
  return useMemo(
    () => all.filter((record) => record.kind === 'update' && record.jobId === jobId),
    [all, jobId],
  );
}

type Standing = 'none' | 'waiting' | 'not-sent';

/** How the changes of a job stand that are not sent yet, in one word that changes seldom. */
export function useStanding(jobId: string): Standing {
  const read = useCallback((): Standing => {
    const mine = waitingJobs().filter((record) => record.jobId === jobId);
    if (mine.length === 0) return 'none';
    return mine.some(({ state }) => state === 'failed') ? 'not-sent' : 'waiting';
  }, [jobId]);
  return useSyncExternalStore(onWaitingJobsChange, read);
}

/** How far the files of a record are on their way; null before the first byte, and for nothing. */
export function useUpload(clientId: string | null): Transfer | null {
  return useSyncExternalStore(onUploadProgress, () =>
    clientId === null ? null : (uploadOf(clientId) ?? null),
  );
}
