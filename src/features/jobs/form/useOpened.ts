import { useEffect, useState } from 'react';
import { jobQuery, queryClient } from '../../../api/queries.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { filesOfJob, holdJob, jobRecord } from '../../../outbox/decideJobs.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { holdMs } from '../../../outbox/sending/waits.ts';

/** What waited to be sent and is changed now. */
export type Opened = {
  seq: number;
  record: JobRecord;
  files: File[];
  /** The job it changes, as it is now as far as that could be read. */
  job: JobDetails | null;
};

/** Of what was refused because the job had changed, the job is read anew; without a signal, the one that is known does. */
async function jobOf({ jobId, error }: JobRecord): Promise<JobDetails | null> {
  if (!jobId) return null;
  const staleTime = error?.code === 'stale' ? 0 : Number.POSITIVE_INFINITY;
  return queryClient.fetchQuery({ ...jobQuery(jobId), staleTime }).catch(() => null);
}

async function open(seq: number): Promise<Opened | null> {
  const record = await jobRecord(seq);
  if (!record) return null;
  await holdJob(record);
  return { seq, record, files: (await filesOfJob(record)) ?? [], job: await jobOf(record) };
}

/**
 * Takes a waiting record up to change it, and keeps it back from being sent meanwhile.
 *
 * @param seq null for nothing
 * @returns undefined while it is looked for; null when there is none; the reason why it cannot be changed now
 */
export function useOpened(seq: number | null): Opened | Error | null | undefined {
  const [opened, setOpened] = useState<{ seq: number; found: Opened | Error | null }>();
  useEffect(() => {
    let shown = true;
    if (seq === null) return;
    open(seq)
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
      .then((found) => shown && setOpened({ seq, found }));
    return () => {
      shown = false;
    };
  }, [seq]);
  const held = opened?.seq === seq && opened.found && !(opened.found instanceof Error) ? opened.found : null;
  useEffect(() => {
    if (!held) return;
    const timer = setInterval(() => void holdJob(held.record).catch(() => undefined), holdMs / 5);
    return () => clearInterval(timer);
  }, [held]);
  if (seq === null) return null;
  return opened?.seq === seq ? opened.found : undefined;
}
