import type { Address } from '../../../src/contract/address.ts';
import type { Job } from '../../../src/contract/job.ts';
import { stateCode, stateSpellings } from '../../../src/contract/states.ts';
import type { Database } from '../db/db.ts';
import { duplicateKeyOf } from './duplicateJob.ts';
import { jobWords } from './jobWords.ts';

type Row = {
  seq: number;
  job_id: string;
  job_code: string;
  project: string;
  address: Address;
  delivery_address: Address | null;
  job_description: string;
  services: Job['jobEVService'];
  revision_of: string | null;
};

/** Rows of one transaction, each changed by a statement of its own: few enough that nobody waits for their locks on a busy server. */
const atOnce = 20;

/** SQL for a stored state as `stateSpellings` spells it. */
const spelled = (address: string) =>
  `regexp_replace(lower(btrim(translate(${address}->>'state', '.,', ''))), '\\s+', ' ', 'g')`;

const unusual = (address: string) => `${address}->>'state' !~ '^[A-Z]{2}$'`;

function withCode<A extends Address | null>(address: A): A {
  return address && { ...address, state: stateCode(address.state) };
}

/**
 * Gives some jobs of earlier versions the codes of their states, with the words and the duplicate keys that follow. A job that is a
 * duplicate by that keeps its old key: both exist, and neither blocks changes of the other.
 *
 * @returns whether there is more
 */
export async function codeSomeStates(db: Database): Promise<boolean> {
  return db.tx(async (tx) => {
    const rows = await tx.query<Row>(
      `select seq, job_id, job_code, project, address, delivery_address, job_description, services, revision_of from jobs
        where (${unusual('address')} or ${unusual('delivery_address')})
          and (${unusual('address')} and ${spelled('address')} = any($1::text[])
            or ${unusual('delivery_address')} and ${spelled('delivery_address')} = any($1::text[]))
        order by seq limit ${atOnce} for update skip locked`,
      [[...stateSpellings.keys()]],
    );
    for (const row of rows) {
      const address = withCode(row.address);
      const job = {
        jobId: row.job_id,
        jobCode: row.job_code,
        project: row.project,
        address,
        jobDescription: row.job_description,
        jobEVService: row.services,
        revisionOf: row.revision_of,
      };
      await tx.query(
        `update jobs set address = $2::jsonb, delivery_address = $3::jsonb, search = array_to_tsvector($4::text[]),
            duplicate_key = case when exists (select from jobs where duplicate_key = $5 and job_id <> $1 and status <> 'CANCELLED')
              then duplicate_key else $5 end
          where job_id = $1`,
        [
          row.job_id,
          JSON.stringify(address),
          row.delivery_address && JSON.stringify(withCode(row.delivery_address)),
          jobWords(job),
          duplicateKeyOf(job),
        ],
      );
    }
    return rows.length === atOnce;
  });
}
