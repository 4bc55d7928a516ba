import { useEffect, useState } from 'react';
import { jobQuery, queryClient } from '../../api/queries.ts';
import { filesOfJob, holdJob, type JobRecord, jobRecord } from '../../outbox/waitingJobs.ts';

/** What waited to be sent and is changed now. */
export type Opened = { seq: number; record: JobRecord; files: File[] };

async function open(seq: number): Promise<Opened | null> {
  const record = await jobRecord(seq);
  if (!record) return null;
  await holdJob(record);
  // The form lays it over the job as it is now; without a signal, over the one that is known.
  if (record.jobId) {
    const now = { ...jobQuery(record.jobId), staleTime: record.error?.code === 'stale' ? 0 : Infinity };
    await queryClient.fetchQuery(now).catch(() => undefined);
  }
  return { seq, record, files: (await filesOfJob(record)) ?? [] };
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
  if (seq === null) return null;
  return opened?.seq === seq ? opened.found : undefined;
}
