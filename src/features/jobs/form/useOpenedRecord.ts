import { useEffect, useState } from 'react';
import { jobQuery, queryClient } from '../../../api/queries.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { filesOfJob, jobRecord, pauseJob } from '../../../outbox/queuedJobs.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { pauseMs } from '../../../outbox/sending/waits.ts';

/** A queued record that a form edits. */
export type Opened = {
  seq: number;
  record: JobRecord;
  files: File[];
  /** The job it changes, as recent as it can be read; null for a new job. */
  job: JobDetails | null;
};

/** Reads the job anew where the change was refused as stale; otherwise the cached one does. */
async function jobOf({ jobId, error }: JobRecord): Promise<JobDetails | null> {
  if (!jobId) return null;
  const staleTime = error?.code === 'stale' ? 0 : Number.POSITIVE_INFINITY;
  return queryClient.fetchQuery({ ...jobQuery(jobId), staleTime }).catch(() => null);
}

async function open(seq: number): Promise<Opened | Error | null> {
  try {
    const record = await jobRecord(seq);
    if (!record) return null;
    await pauseJob(record);
    return { seq, record, files: (await filesOfJob(record)) ?? [], job: await jobOf(record) };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Opens a queued record for editing, and pauses its sending meanwhile.
 *
 * @param seq null for nothing; the same for as long as the component is mounted
 * @returns undefined while it is read; null when there is none; the Error why it cannot be edited now
 */
export function useOpenedRecord(seq: number | null): Opened | Error | null | undefined {
  const [opened, setOpened] = useState<Opened | Error | null>();
  useEffect(() => {
    if (seq !== null) void open(seq).then(setOpened);
  }, [seq]);
  const record = opened && 'record' in opened ? opened.record : null;
  useEffect(() => {
    if (!record) return;
    const timer = setInterval(() => void pauseJob(record).catch(() => undefined), pauseMs / 5);
    return () => clearInterval(timer);
  }, [record]);
  return seq === null ? null : opened;
}
