import { hash, randomBytes } from 'node:crypto';
import type { SealCheck } from '../../../src/contract/proof/proof.ts';
import { type EndedSeal, endedSealsText } from '../../../src/contract/proof/statement.ts';
import type { Queryable } from '../db/db.ts';
import type { Signer } from './firmKeys.ts';

const tokenBytes = 16;

/** Returns a token that nobody guesses: 128 bits. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

export type NewSeal = {
  token: string;
  jobId: string;
  reportKey: string;
  revision: number;
  /** Seconds. */
  created: number;
  files: readonly { deliverable: string; sha1: string }[];
};

export async function addSeal(db: Queryable, seal: NewSeal): Promise<void> {
  const { token, jobId, reportKey, revision, created, files } = seal;
  await db.query(
    'insert into seals (token, job_id, report_key, revision, created) values ($1, $2, $3, $4, $5)',
    [token, jobId, reportKey, revision, created],
  );
  await db.query(
    `insert into sealed_files (token, place, deliverable_key, sha1)
      select $1, f.place, f.key, f.sha1 from unnest($2::text[], $3::text[]) with ordinality as f (key, sha1, place)`,
    [token, files.map(({ deliverable }) => deliverable), files.map(({ sha1 }) => sha1)],
  );
}

/**
 * Joins to each seal `s` its files: what became of their deliverables is what became of the seal, so nothing else says it. `since` is when
 * the first of them was superseded or withdrawn.
 */
const ends = `
  select s.token, s.revision, s.created, min(d.withdrawn) as withdrawn,
      min(n.created) as superseded, min(n.revision) as by
    from seals s join sealed_files f on f.token = s.token join deliverables d on d.key = f.deliverable_key
    left join deliverables n on n.supersedes = d.key`;

type EndRow = {
  token: string;
  revision: number;
  created: number;
  withdrawn: number | null;
  superseded: number | null;
  by: number | null;
};

/** Returns what anybody who has a token is told; the same for every token that is unknown. */
export async function checkSeal(db: Queryable, token: string): Promise<SealCheck> {
  const [row] = await db.query<EndRow>(`${ends} where s.token = $1 group by s.token`, [token]);
  if (!row) return { seal: null };
  const { revision, created: issued } = row;
  if (row.withdrawn !== null) {
    return {
      seal: { state: 'WITHDRAWN', issued, revision, since: row.withdrawn, by: null, files: [] },
    };
  }
  const files = await db.query<{ sha256: string; current: boolean }>(
    `select t.sha256, not exists (select 1 from deliverables n where n.supersedes = d.key) as current
      from sealed_files f join deliverables d on d.key = f.deliverable_key join attachments t on t.key = d.attachment_key
      where f.token = $1 order by f.place`,
    [token],
  );
  const state = row.superseded === null ? 'CURRENT' : 'SUPERSEDED';
  return { seal: { state, issued, revision, since: row.superseded, by: row.by, files } };
}

/** Returns how the list names a token: whoever has the list knows no token by it. */
function sealIdOf(token: string): string {
  return hash('sha256', token, 'buffer').subarray(0, 8).toString('base64url');
}

/** Returns the signed list of all seals that are superseded or withdrawn. `now` in seconds. */
export async function endedSeals(db: Queryable, signer: Signer, now: number): Promise<string> {
  const rows = await db.query<EndRow>(
    `${ends} where d.withdrawn is not null or n.key is not null group by s.token`,
  );
  const seals = rows.map(({ token, withdrawn, superseded, by }): EndedSeal => {
    const id = sealIdOf(token);
    return withdrawn === null
      ? { id, by: by ?? 0, since: superseded ?? now }
      : { id, by: null, since: withdrawn };
  });
  seals.sort((one, other) => (one.id < other.id ? -1 : 1));
  return signer.sign(endedSealsText({ keyId: signer.keyId, asOf: now, seals }));
}
