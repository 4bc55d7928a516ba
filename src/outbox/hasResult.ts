import type { Deliverable } from '../contract/deliverable.ts';
import type { JobDetails } from '../contract/jobDetails.ts';
import type { OutboxRecord } from './record.ts';

/** The server's clock and ours may differ by this much. */
const clockSlackSeconds = 120;
const told = ['deliveryMode', 'copiesNumber', 'carrier', 'trackingNumber', 'note'] as const;

/**
 * Whether a job has the stamped result that a record brings. Frozen file names decide alone; wet stamps without a file are the
 * sender's own with the same words, not older than the first try.
 */
export function hasResult(
  job: Pick<JobDetails, 'deliverables'>,
  record: Extract<OutboxRecord, { kind: 'update' }>,
): boolean {
  const wanted = record.payload.deliverable as Partial<Deliverable>;
  const names = new Set(job.deliverables.map(({ file }) => file?.fileName));
  if (record.files.length > 0) return record.files.every(({ name }) => names.has(name));
  const since = (record.firstAttemptAt ?? record.createdAt) / 1000 - clockSlackSeconds;
  return job.deliverables.some(
    (one) =>
      one.file === null &&
      one.addedBy === record.ownerEmail &&
      one.createdTimestamp >= since &&
      told.every((field) => one[field] === wanted[field]),
  );
}
