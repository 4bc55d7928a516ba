import type { Attachment } from '../../../src/contract/jobs/jobDetails.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';
import { isOfNobodysReply, isVisibleFile } from './attachments.ts';

/** One picture in the stored file of a preview. */
export type PreviewPart = { bytes: number; hash: string };

/** The state of the preview of an attachment; `waits` while it is queued or being made. */
export type PreviewState =
  | { is: 'waits'; queued: boolean }
  | { is: 'none' }
  | { is: 'made'; key: string; thumb: PreviewPart; page: PreviewPart };

export type PreviewedFile = Pick<Attachment, 'key' | 'contentType'> & {
  /** The number of its uploader, so that the queue has no email address. */
  lane: string;
};

type Row = {
  key: string;
  content_type: string;
  lane: string;
  state: 'MADE' | 'NONE' | null;
  preview_key: string | null;
  thumb_bytes: number;
  thumb_hash: string;
  page_bytes: number;
  page_hash: string;
  /** When its task runs, or null without one. */
  run_after: number | null;
  error: string | null;
};

function stateOf(row: Row, now: number): PreviewState {
  if (row.state === 'MADE' && row.preview_key !== null) {
    return {
      is: 'made',
      key: row.preview_key,
      thumb: { bytes: row.thumb_bytes, hash: row.thumb_hash },
      page: { bytes: row.page_bytes, hash: row.page_hash },
    };
  }
  const { run_after, error } = row;
  const hasFailed = run_after !== null && run_after > now && error !== '';
  return row.state === 'NONE' || hasFailed ? { is: 'none' } : { is: 'waits', queued: run_after !== null };
}

/** Returns a file of a job that the caller may see, of a checklist or of a saved reply, with its preview, or null. `now` in seconds. */
export async function previewFor(
  db: Queryable,
  reader: ApprovedCaller,
  key: string,
  now: number,
): Promise<{ file: PreviewedFile; preview: PreviewState } | null> {
  const [row] = await db.query<Row>(
    `select t.key, t.content_type, coalesce(u.seq::text, '') as lane, p.state, p.key as preview_key,
        p.thumb_bytes, p.thumb_hash, p.page_bytes, p.page_hash, w.run_after, w.error
      from attachments t left join jobs j on j.job_id = t.job_id left join previews p on p.attachment_key = t.key
      left join users u on u.email = t.uploaded_by
      left join tasks w on w.kind = 'preview' and w.dedupe_key = t.key and w.done is null
      where t.key = $1 and ${isVisibleFile('$2')} and ${isOfNobodysReply('$3')}`,
    [key, onlyJobsOf(reader), reader.email],
  );
  if (!row) return null;
  return { file: { key, contentType: row.content_type, lane: row.lane }, preview: stateOf(row, now) };
}

/** Returns what a renderer needs to know of a file, or null when it is deleted. */
export async function renderedFile(
  db: Queryable,
  key: string,
): Promise<Pick<Attachment, 'contentType' | 'size'> | null> {
  const [file] = await db.query<Pick<Attachment, 'contentType' | 'size'>>(
    'select content_type as "contentType", size from attachments where key = $1',
    [key],
  );
  return file ?? null;
}

/** Counts the queued previews of an uploader's files. `now` in seconds. */
export async function countDuePreviews(db: Queryable, lane: string, now: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from tasks where kind = 'preview' and lane = $1 and done is null and run_after <= $2
      and leased_until <= $2`,
    [lane, now],
  );
  return row?.count ?? 0;
}

/** Saves the preview of a file. @returns false when the file is deleted */
export async function savePreview(
  db: Queryable,
  attachmentKey: string,
  { key, thumb, page }: { key: string; thumb: PreviewPart; page: PreviewPart },
  now: number,
): Promise<boolean> {
  const rows = await db.query(
    `insert into previews (attachment_key, state, key, thumb_bytes, thumb_hash, page_bytes, page_hash, created)
      select key, 'MADE', $2, $3, $4, $5, $6, $7 from attachments where key = $1
      on conflict (attachment_key) do update set state = 'MADE', why = '', key = excluded.key,
        thumb_bytes = excluded.thumb_bytes, thumb_hash = excluded.thumb_hash, page_bytes = excluded.page_bytes,
        page_hash = excluded.page_hash
      returning attachment_key`,
    [attachmentKey, key, thumb.bytes, thumb.hash, page.bytes, page.hash, now],
  );
  return rows.length > 0;
}

/** Saves that a file can have no preview, with a code for the reason. */
export async function saveNoPreview(
  db: Queryable,
  attachmentKey: string,
  why: string,
  now: number,
): Promise<void> {
  await db.query(
    `insert into previews (attachment_key, state, why, created)
      select key, 'NONE', $2, $3 from attachments where key = $1 on conflict (attachment_key) do nothing`,
    [attachmentKey, why, now],
  );
}

/** Deletes a preview whose stored file is missing, so that it is made again. */
export async function forgetPreview(db: Queryable, attachmentKey: string, key: string): Promise<void> {
  await db.query('delete from previews where attachment_key = $1 and key = $2', [attachmentKey, key]);
}
