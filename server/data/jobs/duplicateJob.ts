import { createHash } from 'node:crypto';
import type { Address } from '../../../src/contract/address/address.ts';
import { comparableCity, comparableText } from '../../../src/contract/address/addressWords.ts';
import { comparableStreet } from '../../../src/contract/address/comparableStreet.ts';
import { stateCode } from '../../../src/contract/address/states.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import { Refusal } from '../../errors/errors.ts';
import type { Queryable } from '../db/db.ts';
import { brokenConstraint } from '../db/sqlState.ts';

/** Returns an address in one form for all its spellings, without the four digits after the hyphen of a zip code, which most leave out. */
function comparableAddress({ streetName, city, state, zipcode }: Address): string[] {
  const code = stateCode(state);
  return [
    comparableStreet(streetName, { state: code, zipcode }),
    comparableCity(city),
    comparableText(code),
    zipcode.slice(0, 5),
  ];
}

/** Returns the set of (category, service), whatever the order and the grouping into entries. */
function serviceSet(entries: Job['jobEVService']): string[] {
  return [
    ...new Set(entries.flatMap((entry) => entry.evServices.map((one) => `${entry.category} ${one}`))),
  ].sort();
}

type ComparedJob = Pick<Job, 'jobId' | 'address' | 'jobEVService'> & { revisionOf: string | null };

/**
 * Begins the keys of the present rule. Keys of another rule are computed anew (`renewKeys`): a change of `comparableStreet` or of what is
 * compared gives the next number. Keys of 1.0.0 are a hash alone.
 */
const rule = 'rule 2 ';

/**
 * Returns a key that is equal for duplicates: jobs with the same address, however it is spelled, and the same set of (category, service).
 * A job that revises another has no duplicates. Hashed, because an index takes no long texts.
 */
export function duplicateKeyOf(job: ComparedJob): string {
  if (job.revisionOf !== null) return `revision ${job.jobId}`;
  const sameness = JSON.stringify([comparableAddress(job.address), serviceSet(job.jobEVService)]);
  return rule + createHash('sha256').update(sameness).digest('hex');
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

/** Jobs whose keys are renewed in one transaction. */
const renewedAtOnce = 200;

/**
 * Computes the keys of jobs anew that were written by another rule, some at a time. One of two jobs that have become duplicates gets a key
 * of its own: both go on, and a third one is a duplicate. Cancelled jobs get theirs as they are reopened (`writeJob`).
 *
 * @returns whether any were left
 */
export async function renewKeys(db: Queryable): Promise<boolean> {
  const rows = await db.query<ComparedJob>(
    `select job_id as "jobId", address, services as "jobEVService", revision_of as "revisionOf" from jobs
      where status <> 'CANCELLED' and duplicate_key ~ '^([0-9a-f]{64}$|rule )' and duplicate_key not like $1
      order by seq limit ${renewedAtOnce} for update`,
    [`${rule}%`],
  );
  for (const row of rows) {
    const key = duplicateKeyOf(row);
    await db.query(
      `update jobs set duplicate_key = case when exists (
          select from jobs other where other.duplicate_key = $2 and other.status <> 'CANCELLED') then $3 else $2 end
        where job_id = $1`,
      [row.jobId, key, `${key} ${row.jobId}`],
    );
  }
  return rows.length > 0;
}
