import type { Job } from '../../contract/jobs/job.ts';
import type { OutboxRecord, RecordOf } from './record.ts';
import { waitingRecords } from './waiting.ts';

/** Queued new jobs and changes of jobs, as screens show them. */

export type JobRecord = RecordOf<'report' | 'update' | 'due' | 'assignment'>;

const jobKinds: readonly OutboxRecord['kind'][] = [
  'report',
  'update',
  'due',
  'assignment',
] satisfies JobRecord['kind'][];

function isShown(record: OutboxRecord): record is JobRecord {
  return jobKinds.includes(record.kind) && record.state !== 'acked';
}

/** The records that `shown` was computed from, so that it stays the same array until something changes. */
let read: readonly OutboxRecord[] | null = null;
let shown: readonly JobRecord[] = [];

/** Returns the waiting jobs and changes of jobs, oldest first. It is the same array until one changes. */
export function waitingJobs(): readonly JobRecord[] {
  const records = waitingRecords();
  if (records !== read) {
    read = records;
    const next = records.filter(isShown);
    if (next.length > 0 || shown.length > 0) shown = next;
  }
  return shown;
}

/** Returns what a change sets of a row. Its name goes with the assignee where the change was made from a list of names. */
function rowChanges({ payload, context }: JobRecord): Partial<Job> {
  const { status, assignedTo, jobPriority, reason = '' } = payload as Partial<Job> & { reason?: string };
  const { assignedToName = '' } = (context ?? {}) as Partial<Job>;
  return {
    ...(status && { status, statusReason: reason }),
    ...(jobPriority && { jobPriority }),
    ...(assignedTo !== undefined && { assignedTo, assignedToName }),
  };
}

/**
 * Lays the statuses, assignees and priorities that wait to be sent over rows. A refused one is not shown. Rows without any stay the same
 * object.
 */
export function withWaitingChoices(jobs: readonly Job[], records: readonly JobRecord[]): readonly Job[] {
  const byJob = new Map<string, Partial<Job>>();
  for (const record of records) {
    if (record.state === 'failed' || record.kind === 'report') continue;
    byJob.set(record.jobId, { ...byJob.get(record.jobId), ...rowChanges(record) });
  }
  if (byJob.size === 0) return jobs;
  return jobs.map((job) => (byJob.has(job.jobId) ? { ...job, ...byJob.get(job.jobId) } : job));
}
