import { randomBytes } from 'node:crypto';
import type * as v from 'valibot';
import type { Deliverable } from '../../../src/contract/jobs/jobDetails.ts';
import type { NewDeliverable, Withdrawal } from '../../../src/contract/jobs/newDeliverable.ts';
import { maxJobResults } from '../../../src/contract/limits.ts';
import { type ApprovedCaller, mayReadWithdrawn } from '../../access/access.ts';
import { invalid, Refusal } from '../../errors/errors.ts';
import type { Queryable } from '../db/db.ts';
import {
  type AttachmentRow,
  addAttachments,
  attachmentColumns,
  attachmentOf,
  isWithdrawn,
} from '../messages/attachments.ts';
import type { StoredFile } from '../storedFile.ts';
import { userNameOr } from '../userNameOr.ts';
import { addHistory } from './history.ts';
import { deliverableText, revisionText } from './historyText.ts';
import type { JobRow } from './jobRow.ts';

const deliverableKeyBytes = 15;

export type DeliverableRow = {
  deliverable_key: string;
  revision: number;
  supersedes: string | null;
  superseded: boolean;
  delivery_mode: Deliverable['deliveryMode'];
  copies_number: number | null;
  carrier: string;
  tracking_number: string;
  note: string;
  added_by: string;
  added: number;
  first_name: string | null;
  last_name: string | null;
  /** Null unless it was withdrawn. */
  withdrawn: number | null;
  withdrawn_reason: string;
  withdrawer: [email: string, firstName: string | null, lastName: string | null];
  /** The newest signature report about it that nothing withdrawn is in, or null. */
  report: AttachmentRow | null;
  /** Of all signature reports about it. */
  report_keys: string[];
} & (AttachmentRow | { [C in keyof AttachmentRow]: null });

/** Returns a deliverable as a reader gets it. */
export function deliverableOf(row: DeliverableRow, reader: ApprovedCaller): Deliverable {
  const isHidden = row.withdrawn !== null && !mayReadWithdrawn(reader);
  return {
    key: row.deliverable_key,
    file: row.key === null || isHidden ? null : attachmentOf(row),
    revision: row.revision,
    supersedes: row.supersedes,
    superseded: row.superseded,
    deliveryMode: row.delivery_mode,
    copiesNumber: row.copies_number,
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    note: row.note,
    addedBy: row.added_by,
    addedByName: userNameOr(row.added_by, row.first_name, row.last_name),
    createdTimestamp: row.added,
    ...(row.report && !isHidden && { report: attachmentOf(row.report) }),
    ...(row.withdrawn !== null && {
      withdrawn: {
        timestamp: row.withdrawn,
        byName: userNameOr(...row.withdrawer),
        reason: row.withdrawn_reason,
        fileKey: row.key ?? '',
        fileName: row.file_name ?? '',
        ...(isHidden && { reportKeys: row.report_keys }),
      },
    }),
  };
}

/** The newest signature report about deliverable `d`, as JSON. One about withdrawn files is not shown any more. */
const newestReport = `(select row_to_json(r) from (select ${attachmentColumns} from sealed_files sf
  join seals s on s.token = sf.token join attachments t on t.key = s.report_key
  where sf.deliverable_key = d.key and not ${isWithdrawn('t.key')} order by s.created desc, t.seq desc limit 1) r)`;

/** Reads the deliverables of job `$1`, the newest request first, and those of one request in their order. */
export const selectDeliverables = `
  select d.key as deliverable_key, d.revision, d.supersedes, d.delivery_mode, d.copies_number, d.carrier,
      d.tracking_number, coalesce(f.note, d.note) as note, d.added_by, d.created as added, u.first_name, u.last_name,
      d.withdrawn, d.withdrawn_reason, json_build_array(d.withdrawn_by, w.first_name, w.last_name) as withdrawer,
      exists (select 1 from deliverables n where n.supersedes = d.key) as superseded, ${attachmentColumns},
      ${newestReport} as report,
      array(select s.report_key from sealed_files sf join seals s on s.token = sf.token where sf.deliverable_key = d.key) as report_keys
    from deliverables d
    left join attachments t on t.key = d.attachment_key
    left join deliverables f on f.key = d.note_of
    left join users u on u.email = d.added_by left join users w on w.email = d.withdrawn_by
    where d.job_id = $1 order by coalesce(f.seq, d.seq) desc, d.seq`;

/** Returns the deliverables of a job for a reader, whose right to read the job the caller checks. */
export async function deliverablesOf(
  db: Queryable,
  reader: ApprovedCaller,
  jobId: string,
): Promise<Deliverable[]> {
  const rows = await db.query<DeliverableRow>(selectDeliverables, [jobId]);
  return rows.map((row) => deliverableOf(row, reader));
}

type Replaced = { revision: number; name: string };

/** Returns the deliverable to replace; null unless it is one of this job that is not replaced yet. */
async function replacedBy(db: Queryable, jobId: string, supersedes: string): Promise<Replaced | null> {
  if (supersedes === '') return null;
  const [row] = await db.query<{ revision: number; file_name: string | null }>(
    `select d.revision, t.file_name from deliverables d left join attachments t on t.key = d.attachment_key
      where d.key = $1 and d.job_id = $2 and not exists (select 1 from deliverables n where n.supersedes = d.key)`,
    [supersedes, jobId],
  );
  if (!row)
    throw invalid('deliverable.supersedes', 'Choose a deliverable on this job that hasn’t been replaced');
  return { revision: row.revision, name: row.file_name ?? '' };
}

/**
 * Adds deliverables to a job: one for each file, or, for wet stamps, one without a file. They make no new version of the job, because
 * no form edits them. Must run in the transaction that has locked the job's row, for a caller who is staff; `now` in seconds.
 *
 * @returns the key of the first, which the others name
 * @throws Refusal `invalid` for a result to replace that is of another job, or replaced already
 */
export async function addDeliverables(
  db: Queryable,
  caller: ApprovedCaller,
  job: Pick<JobRow, 'job_id' | 'version'>,
  deliverable: NewDeliverable,
  files: readonly StoredFile[],
  now: number,
): Promise<string | null> {
  const made = { jobId: job.job_id, created: now };
  const replaced = await replacedBy(db, job.job_id, deliverable.supersedes);
  const revision = (replaced?.revision ?? 0) + 1;
  await addAttachments(db, { ...made, communicationId: null, uploadedBy: caller.email }, files);
  const fileKeys: (string | null)[] = files.length > 0 ? files.map(({ key }) => key) : [null];
  const [results] = await db.query<{ count: number }>(
    'select count(*) as count from deliverables where job_id = $1',
    [job.job_id],
  );
  if ((results?.count ?? 0) + fileKeys.length > maxJobResults) {
    throw new Refusal('invalid', { message: `A job can have at most ${maxJobResults} deliverables.` });
  }
  let first: string | null = null;
  for (const fileKey of fileKeys) {
    const key = randomBytes(deliverableKeyBytes).toString('base64url');
    await db.query(
      `insert into deliverables (key, job_id, attachment_key, revision, supersedes, delivery_mode, copies_number,
          carrier, tracking_number, note, added_by, created, note_of)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        key,
        job.job_id,
        fileKey,
        revision,
        replaced && deliverable.supersedes,
        deliverable.deliveryMode,
        deliverable.copiesNumber,
        deliverable.carrier,
        deliverable.trackingNumber,
        // Once for all files of a request.
        first === null ? deliverable.note : '',
        caller.email,
        now,
        first,
      ],
    );
    first ??= key;
  }
  const names = files.map(({ fileName }) => fileName);
  await addHistory(db, { ...made, user: caller.email, version: job.version }, [
    {
      field: 'deliverable',
      from: replaced ? revisionText(replaced.name, replaced.revision) : '',
      to: deliverableText(deliverable, names, revision),
    },
  ]);
  await db.query('update jobs set updated = $2 where job_id = $1', [job.job_id, now]);
  return first;
}

/**
 * Withdraws a deliverable for good: only the next one takes its place. Makes no new version of the job, as adding one does not. Must run
 * in the transaction that has locked the job's row, for a caller who is staff; `now` in seconds.
 *
 * @returns the new rows of the job's history
 * @throws Refusal `invalid` for a deliverable of another job, or one that is withdrawn
 */
export async function withdrawDeliverable(
  db: Queryable,
  caller: ApprovedCaller,
  job: Pick<JobRow, 'job_id' | 'version'>,
  { deliverable, reason }: v.InferOutput<typeof Withdrawal>,
  now: number,
): Promise<{ seq: number; field: string }[]> {
  const [row] = await db.query<{ revision: number; file_name: string | null }>(
    `update deliverables d set withdrawn = $3, withdrawn_by = $4, withdrawn_reason = $5
      where key = $1 and job_id = $2 and withdrawn is null
      returning revision, (select file_name from attachments t where t.key = d.attachment_key) as file_name`,
    [deliverable, job.job_id, now, caller.email, reason],
  );
  if (!row)
    throw invalid('withdrawal.deliverable', 'Choose a deliverable on this job that hasn’t been withdrawn');
  await db.query('update jobs set updated = $2 where job_id = $1', [job.job_id, now]);
  const to = revisionText(row.file_name ?? '', row.revision);
  const made = { jobId: job.job_id, version: job.version, user: caller.email, created: now };
  return addHistory(db, made, [{ field: 'withdrawal', from: '', to, reason }]);
}
