import { pathOf } from '../../../src/contract/calls.ts';
import { givenFileName } from '../../../src/contract/files/fileNames.ts';
import type { Attachment } from '../../../src/contract/jobs/jobDetails.ts';
import { maxJobFiles } from '../../../src/contract/limits.ts';
import { userNameOf } from '../../../src/contract/users/user.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import { Refusal } from '../../errors/errors.ts';
import type { Queryable } from '../db/db.ts';
import { indexedWords, vectorOf } from '../indexedWords.ts';
import type { StoredFile } from '../storedFile.ts';
import { enqueue } from '../tasks.ts';

/** Returns the path of a file below the base (§7). */
export function linkOf(key: string, fileName: string): string {
  return pathOf('attachment', { key, fileName });
}

const tooManyFiles = `A job can have at most ${maxJobFiles} files.`;

/**
 * Adds stored files to a job, to one of its messages, or, without a job, to a checklist or a saved reply, in the order in which they were
 * chosen. Must run in the transaction of their write, which has locked the job. `created` in seconds.
 *
 * @throws Refusal `invalid` when the job would have too many
 */
export async function addAttachments(
  db: Queryable,
  owner: { jobId: string | null; communicationId: string | null; uploadedBy: string; created: number },
  files: readonly StoredFile[],
): Promise<void> {
  if (files.length === 0) return;
  const added = await db.query(
    `insert into attachments (job_id, communication_id, uploaded_by, created, key, file_name, content_type, size, sha256, words, taken, latitude, longitude)
      select $1, $2, $3, $4, file.key, file.file_name, file.content_type, file.size, file.sha256, ${vectorOf('file.words')},
        file.taken, file.latitude, file.longitude
      from unnest($5::text[], $6::text[], $7::text[], $8::bigint[], $9::text[], $10::text[], $11::text[], $12::float8[], $13::float8[])
        with ordinality as file (key, file_name, content_type, size, sha256, words, taken, latitude, longitude, place)
      where (select count(*) from attachments where job_id = $1) + cardinality($5::text[]) <= ${maxJobFiles}
      order by file.place returning key`,
    [
      owner.jobId,
      owner.communicationId,
      owner.uploadedBy,
      owner.created,
      files.map(({ key }) => key),
      files.map(({ fileName }) => fileName),
      files.map(({ contentType }) => contentType),
      files.map(({ size }) => size),
      files.map(({ sha256 }) => sha256),
      files.map(({ fileName }) => indexedWords(givenFileName(fileName))),
      files.map(({ photo }) => photo?.taken ?? null),
      files.map(({ photo }) => photo?.place?.latitude ?? null),
      files.map(({ photo }) => photo?.place?.longitude ?? null),
    ],
  );
  if (added.length === 0) throw new Refusal('invalid', { message: tooManyFiles });
  if (files.some(({ contentType }) => contentType === 'application/pdf')) await queueComparison(db, owner);
}

/** Queues what compares new PDFs of a job, where there are earlier ones. Those of messages are compared on request. */
export async function queueComparison(
  db: Queryable,
  {
    jobId,
    communicationId,
    created,
  }: { jobId: string | null; communicationId: string | null; created: number },
): Promise<void> {
  if (jobId === null || communicationId !== null) return;
  const [job] = await db.query(
    `select 1 from jobs j where job_id = $1
      and (revision_of is not null or exists (select 1 from deliverables d where d.job_id = j.job_id))`,
    [jobId],
  );
  if (!job) return;
  const payload = { jobId };
  await enqueue(
    db,
    [{ kind: 'comparison', dedupeKey: jobId, lane: jobId, payload, runAfter: created }],
    created,
  );
}

export type AttachmentRow = {
  key: string;
  communication_id: string | null;
  file_name: string;
  content_type: string;
  size: number;
  uploaded_by: string;
  created: number;
  /** Of photos whose sender says to keep it. */
  taken: string | null;
  latitude: number | null;
  longitude: number | null;
  /** First and last name; null where no user has that email any more. */
  uploader: [string, string] | null;
  /** Id of the shot that it answers, only where shots are read too. */
  shot_id?: string | null;
  shot_name?: string | null;
};

export function attachmentOf(row: AttachmentRow): Attachment {
  return {
    key: row.key,
    link: linkOf(row.key, row.file_name),
    fileName: row.file_name,
    contentType: row.content_type,
    size: row.size,
    communicationId: row.communication_id,
    uploadedBy: row.uploaded_by,
    uploadedByName: row.uploader ? userNameOf({ firstName: row.uploader[0], lastName: row.uploader[1] }) : '',
    createdTimestamp: row.created,
    ...(row.taken !== null && { taken: row.taken }),
    ...(row.latitude !== null &&
      row.longitude !== null && { place: { latitude: row.latitude, longitude: row.longitude } }),
    ...(row.shot_id && { shot: { shotId: row.shot_id, name: row.shot_name ?? '' } }),
  };
}

/** Columns of `attachments t`. */
export const attachmentColumns = `t.key, t.communication_id, t.file_name, t.content_type, t.size, t.uploaded_by, t.created, t.taken, t.latitude, t.longitude,
  (select json_build_array(first_name, last_name) from users where email = t.uploaded_by) as uploader`;

/** SQL condition for a signature report, which is shown with its deliverables. @param key a column */
const isReport = (key: string) => `exists (select 1 from seals s where s.report_key = ${key})`;

/** Reads the files of job `$1` and of its conversation, without those of its deliverables, oldest first. */
export const selectAttachments = `
  select ${attachmentColumns}, s.shot_id, s.name as shot_name from attachments t
    left join messages c on c.communication_id = t.communication_id left join shots s on s.shot_id = c.shot_id
    where t.job_id = $1 and not exists (select 1 from deliverables d where d.attachment_key = t.key)
      and not ${isReport('t.key')}
    order by t.seq`;

/** Returns the files of a job and of its conversation. The caller checks the right to read the job. */
export async function attachmentsOf(db: Queryable, jobId: string): Promise<Attachment[]> {
  return (await db.query<AttachmentRow>(selectAttachments, [jobId])).map(attachmentOf);
}

/**
 * Returns the SQL condition for a file that came with a withdrawn deliverable, or is a signature report about one, which clients no longer
 * get.
 *
 * @param key a column
 */
export function isWithdrawn(key: string): string {
  return `(exists (select 1 from deliverables w where w.attachment_key = ${key} and w.withdrawn is not null)
    or exists (select 1 from seals s join sealed_files f on f.token = s.token
      join deliverables w on w.key = f.deliverable_key where s.report_key = ${key} and w.withdrawn is not null))`;
}

/** SQL condition for a file of a saved reply. */
const isOfReply = (file: string) =>
  `exists (select 1 from saved_reply_files f where f.file_key = ${file}.key)`;

/**
 * Returns the SQL condition under which a file `t` is of no other user's own saved reply.
 *
 * @param parameter placeholder of the caller's email
 */
export function isOfNobodysReply(parameter: string): string {
  return `not exists (select 1 from saved_reply_files f join saved_replies r on r.reply_id = f.reply_id
    where f.file_key = t.key and r.owner not in ('', ${parameter}))`;
}

/**
 * Returns the SQL condition under which a caller may see the file `t` of job `j`. Everybody may see the example pictures of checklists,
 * which have no job; those of saved replies have none either, and are for staff.
 *
 * @param parameter placeholder of what `onlyJobsOf` returns for the caller
 */
export function isVisibleFile(parameter: string, file = 't', job = 'j'): string {
  return `(${file}.job_id is null and not ${isOfReply(file)} or ${parameter}::text is null or ${job}.job_reporter = ${parameter} and not ${isWithdrawn(`${file}.key`)})`;
}

/** Returns a file of a job that the caller may see, of a checklist or of a saved reply, with the hash of its bytes, or null. */
export async function attachmentFor(
  db: Queryable,
  reader: ApprovedCaller,
  { key, fileName }: { key: string; fileName: string },
): Promise<(Attachment & { sha256: string }) | null> {
  const [row] = await db.query<AttachmentRow & { sha256: string }>(
    `select ${attachmentColumns}, t.sha256 from attachments t left join jobs j on j.job_id = t.job_id
      where t.key = $1 and t.file_name = $2 and ${isVisibleFile('$3')} and ${isOfNobodysReply('$4')}`,
    [key, fileName, onlyJobsOf(reader), reader.email],
  );
  return row ? { ...attachmentOf(row), sha256: row.sha256 } : null;
}
