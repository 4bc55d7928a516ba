import type { Attachment } from '../../src/contract/attachment.ts';
import { type ApprovedCaller, onlyJobsOf } from '../access.ts';
import type { Database, Queryable } from './db.ts';

/** One picture within the stored bytes of a preview. */
export type PreviewPart = { bytes: number; hash: string };

/** How far the preview of an attachment is; `waits` when somebody may make it now, or makes it. */
export type PreviewState =
  | { is: 'waits' }
  | { is: 'none' }
  | { is: 'made'; key: string; thumb: PreviewPart; page: PreviewPart };

export type PreviewedFile = Pick<Attachment, 'key' | 'contentType' | 'size' | 'uploadedBy'>;

/** More than a renderer and a slow store take together. */
const claimSeconds = 120;
/** A process that dies over a file three times does not try it a fourth time. */
const mostAttempts = 3;

type Row = {
  key: string;
  content_type: string;
  size: number;
  uploaded_by: string;
  state: 'MAKING' | 'MADE' | 'NONE' | null;
  due: number | null;
  preview_key: string | null;
  thumb_bytes: number;
  thumb_hash: string;
  page_bytes: number;
  page_hash: string;
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
  return row.state === 'NONE' && (row.due === null || row.due > now) ? { is: 'none' } : { is: 'waits' };
}

/** A file of a job the reader may see, and its preview; null when there is no such file for them. `now` in seconds. */
export async function previewFor(
  db: Queryable,
  reader: ApprovedCaller,
  key: string,
  now: number,
): Promise<{ file: PreviewedFile; preview: PreviewState } | null> {
  const [row] = await db.query<Row>(
    `select t.key, t.content_type, t.size, t.uploaded_by, p.state, p.due, p.key as preview_key,
        p.thumb_bytes, p.thumb_hash, p.page_bytes, p.page_hash
      from attachments t join jobs j on j.job_id = t.job_id left join previews p on p.attachment_key = t.key
      where t.key = $1 and ($2::text is null or j.job_reporter = $2)`,
    [key, onlyJobsOf(reader)],
  );
  if (!row) return null;
  const { content_type: contentType, size, uploaded_by: uploadedBy } = row;
  return { file: { key, contentType, size, uploadedBy }, preview: stateOf(row, now) };
}

/**
 * Takes on the making of a preview; nobody else does for two minutes.
 *
 * @param key its bytes will be stored under
 * @returns null when there is nothing to do, or somebody else is at it; else the key of an attempt that came to nothing,
 *   whose bytes may be in the store
 */
export async function claimPreview(
  db: Database,
  attachmentKey: string,
  key: string,
  now: number,
): Promise<{ left: string | null } | null> {
  return db.tx(async (tx) => {
    await tx.query(
      `insert into previews (attachment_key, state, due, created)
        select key, 'NONE', 0, $2 from attachments where key = $1 on conflict do nothing`,
      [attachmentKey, now],
    );
    const [row] = await tx.query<{ attempts: number; key: string | null }>(
      `select attempts, key from previews where attachment_key = $1 and state <> 'MADE' and due <= $2 for update`,
      [attachmentKey, now],
    );
    if (!row) return null;
    if (row.attempts >= mostAttempts) {
      await tx.query(
        `update previews set state = 'NONE', due = null, why = 'attempts' where attachment_key = $1`,
        [attachmentKey],
      );
      return null;
    }
    await tx.query(
      `update previews set state = 'MAKING', due = $2, attempts = attempts + 1, key = $3 where attachment_key = $1`,
      [attachmentKey, now + claimSeconds, key],
    );
    return { left: row.key };
  });
}

/** Names what was made. @returns false when the claim had run out and somebody else has taken over, or the file is gone */
export async function previewMade(
  db: Queryable,
  attachmentKey: string,
  { key, thumb, page }: { key: string; thumb: PreviewPart; page: PreviewPart },
): Promise<boolean> {
  const rows = await db.query(
    `update previews set state = 'MADE', due = null, why = '', thumb_bytes = $3, thumb_hash = $4, page_bytes = $5,
        page_hash = $6
      where attachment_key = $1 and key = $2 and state = 'MAKING' returning attachment_key`,
    [attachmentKey, key, thumb.bytes, thumb.hash, page.bytes, page.hash],
  );
  return rows.length > 0;
}

/**
 * Says that a claimed preview cannot be made.
 *
 * @param again epoch seconds at which it may be tried once more, if it was not tried too often; null for never
 */
export async function noPreview(
  db: Queryable,
  attachmentKey: string,
  { key, why, again }: { key: string; why: string; again: number | null },
): Promise<void> {
  await db.query(
    `update previews set state = 'NONE', why = $3, due = case when attempts < $5 then $4::bigint end, key = null
      where attachment_key = $1 and key = $2 and state = 'MAKING'`,
    [attachmentKey, key, why, again, mostAttempts - 1],
  );
}

/** Gives a claim back: that it was not made was not the file's fault. It may be tried from `due` on, in seconds. */
export async function letPreviewGo(
  db: Queryable,
  attachmentKey: string,
  key: string,
  due: number,
): Promise<void> {
  await db.query(
    `update previews set attempts = attempts - 1, due = $3
      where attachment_key = $1 and key = $2 and state = 'MAKING'`,
    [attachmentKey, key, due],
  );
}

/** Forgets a preview whose bytes are gone from the store, so that it is made anew. */
export async function forgetPreview(db: Queryable, attachmentKey: string, key: string): Promise<void> {
  await db.query('delete from previews where attachment_key = $1 and key = $2', [attachmentKey, key]);
}
