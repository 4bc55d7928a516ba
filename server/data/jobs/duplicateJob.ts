import { createHash } from 'node:crypto';
import type { Address } from '../../../src/contract/fields.ts';
import type { Job } from '../../../src/contract/job.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access.ts';
import { Refusal } from '../../http/errors.ts';
import type { Queryable } from '../db/db.ts';
import { brokenConstraint } from '../db/sqlState.ts';

/** Case, accents, punctuation and spacing make no other address. */
function normalised(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The four digits after a zip code's hyphen tell a side of the street, and most people leave them out. */
function normalisedAddress({ streetName, city, state, zipcode }: Address): string[] {
  return [streetName, city, state, zipcode.slice(0, 5)].map(normalised);
}

/** The set of (category, services), whatever the order and however they are grouped into entries. */
function serviceSet(entries: Job['jobEVService']): string[] {
  return [
    ...new Set(entries.flatMap((entry) => entry.evServices.map((one) => `${entry.category} ${one}`))),
  ].sort();
}

/**
 * The same for two jobs that are the same work: same normalised address and same set of (category, services). A job that
 * revises another is like no other. Hashed, because an index takes no long text.
 */
export function duplicateKeyOf(job: {
  jobId: string;
  address: Address;
  jobEVService: Job['jobEVService'];
  revisionOf: string | null;
}): string {
  if (job.revisionOf !== null) return `revision ${job.jobId}`;
  const sameness = JSON.stringify([normalisedAddress(job.address), serviceSet(job.jobEVService)]);
  return createHash('sha256').update(sameness).digest('hex');
}

/** Throws `duplicate-job` (§8) when another job that is not cancelled is the same work; tells which to who may see it. */
export async function mustBeNoDuplicate(
  db: Queryable,
  reader: ApprovedCaller,
  { jobId, duplicateKey }: { jobId: string; duplicateKey: string },
): Promise<void> {
  const [other] = await db.query<{ job_id: string; job_reporter: string }>(
    "select job_id, job_reporter from jobs where duplicate_key = $1 and job_id <> $2 and status <> 'CANCELLED'",
    [duplicateKey, jobId],
  );
  if (!other) return;
  const only = onlyJobsOf(reader);
  const visible = only === null || only === other.job_reporter;
  throw new Refusal('duplicate-job', visible ? { jobId: other.job_id } : {});
}

/** The same refusal out of the unique index, when the other job came between looking and writing. */
export function duplicateRefusal(error: unknown): unknown {
  return brokenConstraint(error) === 'jobs_duplicate' ? new Refusal('duplicate-job') : error;
}
