import { type Comparison, comparisonVersion } from '../../src/contract/files/comparison.ts';
import {
  type ComparisonSave,
  maxComparisons,
  type SavedComparison,
} from '../../src/contract/files/savedComparison.ts';
import { type ComparedJob, comparedPairs } from '../../src/contract/jobs/comparable.ts';
import { type ApprovedCaller, isOfFirm, onlyJobsOf } from '../access/access.ts';
import { invalid, Refusal } from '../errors/errors.ts';
import type { Queryable } from './db/db.ts';
import { addJobEvents } from './events.ts';
import {
  type AttachmentRow,
  attachmentColumns,
  attachmentOf,
  isVisibleFile,
} from './messages/attachments.ts';

type Row = {
  sheets: Comparison['sheets'];
  by_staff: boolean;
  created: number;
  before_key: string;
  before_hash: string;
  after_key: string;
  after_hash: string;
};

function savedOf(row: Row): SavedComparison {
  return {
    comparison: {
      version: comparisonVersion,
      before: { key: row.before_key, sha256: row.before_hash },
      after: { key: row.after_key, sha256: row.after_hash },
      sheets: row.sheets,
    },
    byStaff: row.by_staff,
    createdTimestamp: row.created,
  };
}

/** Reads the comparisons of job `$1` of version `$3` whose files reporter `$2` (null for staff) may both see, newest first. */
const selectComparisons = `
  select c.sheets, c.by_staff, c.created, c.before_key, b.sha256 as before_hash, c.after_key, t.sha256 as after_hash
    from jobs j left join (comparisons c
      join attachments t on t.key = c.after_key
      join attachments b on b.key = c.before_key join jobs e on e.job_id = b.job_id) on c.job_id = j.job_id
        and c.version = $3 and ${isVisibleFile('$2')} and ${isVisibleFile('$2', 'b', 'e')}
    where j.job_id = $1 and ($2::text is null or j.job_reporter = $2) order by c.created desc, c.before_key`;

/**
 * Returns the comparisons that are stored with a job (GET /jobs/{jobId}/comparisons), but those of files that the caller may not see.
 *
 * @throws Refusal `not-found` unless the caller may see the job
 */
export async function listComparisons(
  db: Queryable,
  reader: ApprovedCaller,
  jobId: string,
): Promise<SavedComparison[]> {
  const rows = await db.query<Row | { after_key: null }>(
    selectComparisons,
    [jobId, onlyJobsOf(reader), comparisonVersion],
    'comparisons',
  );
  if (rows.length === 0) throw new Refusal('not-found');
  // A job without comparisons has one row without a comparison.
  return rows.flatMap((row) => (row.after_key === null ? [] : savedOf(row)));
}

/** Finds both files, where the one before is of job `$1` or of one that it revises. */
const selectPair = `
  with recursive earlier as (
    select job_id, revision_of from jobs where job_id = $1 and ($4::text is null or job_reporter = $4)
    union select p.job_id, p.revision_of from jobs p join earlier e on p.job_id = e.revision_of
  )
  select t.sha256 as after_hash, b.sha256 as before_hash
    from earlier own join jobs j on j.job_id = own.job_id join attachments t on t.job_id = j.job_id and t.key = $2
    join attachments b on b.key = $3 join earlier on earlier.job_id = b.job_id join jobs e on e.job_id = b.job_id
    where own.job_id = $1 and t.key <> b.key and ${isVisibleFile('$4')} and ${isVisibleFile('$4', 'b', 'e')}`;

/** A newer version counts, and of the same one whatever staff or the server found out. */
const upsertComparison = `
  insert into comparisons (job_id, before_key, after_key, version, by_staff, sheets, created)
    values ($1, $2, $3, $4, $5, $6::jsonb, $7)
    on conflict (after_key, before_key) do update set version = excluded.version, by_staff = excluded.by_staff,
      sheets = excluded.sheets, created = excluded.created
      where comparisons.version < excluded.version or excluded.by_staff or not comparisons.by_staff
    returning 1`;

const dropOldest = `
  delete from comparisons where (after_key, before_key) in (
    select after_key, before_key from comparisons where job_id = $1 order by created desc, before_key offset ${maxComparisons})`;

/** Stores a comparison with its job, in the place of one that counts less, and of the oldest where there are too many. */
export async function storeComparison(
  db: Queryable,
  { jobId, comparison }: ComparisonSave,
  { byStaff, actor, now }: { byStaff: boolean; actor: string; now: number },
): Promise<void> {
  const { before, after, version, sheets } = comparison;
  const stored = await db.query(upsertComparison, [
    jobId,
    before.key,
    after.key,
    version,
    byStaff,
    JSON.stringify(sheets),
    now,
  ]);
  if (stored.length === 0) return;
  await db.query(dropOldest, [jobId]);
  await addJobEvents(db, [jobId], actor, now);
}

/**
 * Stores what a device has found out about two files (POST /jobs/comparison). One of another version than this server's is dropped: a
 * device that has this one finds it out anew. Must run in a transaction; `now` in seconds.
 *
 * @throws Refusal `not-found` unless the caller may see both files, and the one before is of the job or of one that it revises; `invalid`
 *   where the bytes that were compared are others
 */
export async function saveComparison(
  db: Queryable,
  caller: ApprovedCaller,
  saved: ComparisonSave,
  now: number,
): Promise<void> {
  const { before, after, version } = saved.comparison;
  const [pair] = await db.query<{ after_hash: string; before_hash: string }>(
    selectPair,
    [saved.jobId, after.key, before.key, onlyJobsOf(caller)],
    'compared files',
  );
  if (!pair) throw new Refusal('not-found');
  if (pair.before_hash !== before.sha256 || pair.after_hash !== after.sha256)
    throw invalid('comparison', 'must be of the files as they are stored');
  if (version !== comparisonVersion) return;
  await storeComparison(db, saved, { byStaff: isOfFirm(caller.profile), actor: caller.email, now });
}

/** Jobs that a job revises, as far as they are looked through. */
const mostRevised = 10;

const selectSets = `
  with recursive earlier as (
    select job_id, revision_of, 0 as depth from jobs where job_id = $1
    union all select p.job_id, p.revision_of, e.depth + 1 from jobs p join earlier e on p.job_id = e.revision_of
      where e.depth < ${mostRevised}
  )
  select e.job_id, t.sha256, d.key as deliverable_key, d.supersedes, d.withdrawn is not null as withdrawn,
      exists (select 1 from deliverables n where n.supersedes = d.key) as superseded, ${attachmentColumns}
    from earlier e left join attachments t on t.job_id = e.job_id left join deliverables d on d.attachment_key = t.key
    order by e.depth, t.seq`;

type SetRow = AttachmentRow & {
  job_id: string;
  sha256: string;
  deliverable_key: string | null;
  supersedes: string | null;
  withdrawn: boolean;
  superseded: boolean;
};

/** Two PDFs to compare, as they are stored. */
export type StoredPair = Record<'before' | 'after', { key: string; sha256: string; size: number }>;

/** Returns the sets of a job that its page compares by itself, and that neither staff nor the server have compared. */
export async function setsToCompare(db: Queryable, jobId: string): Promise<StoredPair[]> {
  const rows = await db.query<SetRow>(selectSets, [jobId]);
  const jobs = [...new Set(rows.map(({ job_id }) => job_id))].map((id) => {
    const own = rows.filter(({ job_id, key }) => job_id === id && key !== null);
    const deliverables = own.flatMap((row) =>
      row.deliverable_key === null
        ? []
        : {
            key: row.deliverable_key,
            file: attachmentOf(row),
            supersedes: row.supersedes,
            superseded: row.superseded,
            ...(row.withdrawn && { withdrawn: {} }),
          },
    );
    const attachments = own.filter(({ deliverable_key }) => deliverable_key === null).map(attachmentOf);
    return { jobId: id, attachments, deliverables } as unknown as ComparedJob;
  });
  const known = await db.query<{ before_key: string; after_key: string }>(
    'select before_key, after_key from comparisons where job_id = $1 and version = $2 and by_staff',
    [jobId, comparisonVersion],
  );
  const stored = ({ key, size }: { key: string; size: number }) => ({
    key,
    size,
    sha256: rows.find((row) => row.key === key)?.sha256 ?? '',
  });
  return comparedPairs(jobs).flatMap(({ before, after }) =>
    known.some((one) => one.before_key === before.file.key && one.after_key === after.key)
      ? []
      : { before: stored(before.file), after: stored(after) },
  );
}
