import { createHash } from 'node:crypto';
import type { Address } from '../../../src/contract/address/address.ts';
import {
  comparableCity,
  comparableStreet,
  comparableText,
} from '../../../src/contract/address/addressWords.ts';
import { stateCode } from '../../../src/contract/address/states.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access.ts';
import { Refusal } from '../../errors.ts';
import type { Queryable } from '../db/db.ts';
import { brokenConstraint } from '../db/sqlState.ts';

/** Returns an address in one form for all its spellings, without the four digits after the hyphen of a zip code, which most leave out. */
function comparableAddress({ streetName, city, state, zipcode }: Address): string[] {
  return [
    comparableStreet(streetName),
    comparableCity(city),
    comparableText(stateCode(state)),
    zipcode.slice(0, 5),
  ];
}

/** Returns the set of (category, service), whatever the order and the grouping into entries. */
function serviceSet(entries: Job['jobEVService']): string[] {
  return [
    ...new Set(entries.flatMap((entry) => entry.evServices.map((one) => `${entry.category} ${one}`))),
  ].sort();
}

/**
 * Returns a key that is equal for duplicates: jobs with the same address, however it is spelled, and the same set of (category, service).
 * A job that revises another has no duplicates. Hashed, because an index takes no long texts.
 */
export function duplicateKeyOf(job: {
  jobId: string;
  address: Address;
  jobEVService: Job['jobEVService'];
  revisionOf: string | null;
}): string {
  if (job.revisionOf !== null) return `revision ${job.jobId}`;
  const sameness = JSON.stringify([comparableAddress(job.address), serviceSet(job.jobEVService)]);
  return createHash('sha256').update(sameness).digest('hex');
}

/** @throws Refusal `duplicate-job` (§8) when another job that is not cancelled is a duplicate, with its id if the caller may see it */
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

/** Returns the same refusal for an error of the unique index, when the other job was committed after the check. */
export function duplicateRefusal(error: unknown): unknown {
  return brokenConstraint(error) === 'jobs_duplicate' ? new Refusal('duplicate-job') : error;
}
