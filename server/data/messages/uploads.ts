import type { FileKind } from '../../../src/contract/files/fileKind.ts';
import { Refusal } from '../../errors/errors.ts';
import type { Queryable } from '../db/db.ts';
import type { StoredFile } from '../storedFile.ts';

/** A file that is uploaded in pieces, visible to its owner only. Times in seconds. */
export type UploadRow = {
  upload_id: string;
  size: number;
  received: number;
  metadata: Record<string, string | null>;
  created: number;
  expires: number;
  /** Key of the stored whole file; null until it is joined. */
  key: string | null;
  content_type: FileKind | null;
  sha256: string | null;
  /** What is stored of a photo without its metadata; null where that is what was sent. */
  stored: Pick<StoredFile, 'size' | 'sha256' | 'photo'> | null;
  used: number | null;
};

const columns =
  'upload_id, size, received, metadata, created, expires, key, content_type, sha256, stored, used';

/** Limits of the unused uploads of one user, in number and in bytes. */
const maxUnused = 200;

export const mostWaitingBytes = 1024 * 1024 * 1024;

/** Returns the bytes of a user's unused uploads. */
export async function unusedUploadBytes(db: Queryable, uid: string, now: number): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `select coalesce(sum(size), 0)::bigint as bytes from uploads where uid = $1 and used is null and expires > $2::bigint`,
    [uid, now],
  );
  return row?.bytes ?? 0;
}

/**
 * Adds a new upload.
 *
 * @param inFlight bytes that the owner is sending in other requests
 * @throws Refusal `rate-limited` when the owner has too many unused uploads
 */
export async function addUpload(
  db: Queryable,
  uid: string,
  made: Pick<UploadRow, 'upload_id' | 'size' | 'metadata' | 'created' | 'expires'>,
  inFlight: number,
): Promise<void> {
  const added = await db.query(
    `insert into uploads (upload_id, uid, size, metadata, created, expires)
      select $1, $2, $3::bigint, $4::jsonb, $5::bigint, $6::bigint from (
        select count(*) as waiting, coalesce(sum(size), 0) as bytes from uploads
          where uid = $2 and used is null and expires > $5::bigint) lies
      where waiting < $7 and bytes + $3::bigint + $9::bigint <= $8 returning upload_id`,
    [
      made.upload_id,
      uid,
      made.size,
      JSON.stringify(made.metadata),
      made.created,
      made.expires,
      maxUnused,
      mostWaitingBytes,
      inFlight,
    ],
  );
  if (added.length === 0) throw new Refusal('rate-limited');
}

/** Returns the uploads that are this user's, in the order of `ids`. */
export async function uploadsOf(db: Queryable, uid: string, ids: readonly string[]): Promise<UploadRow[]> {
  const rows = await db.query<UploadRow>(
    `select ${columns} from uploads where uid = $1 and upload_id = any($2::text[])`,
    [uid, ids],
  );
  return rows.sort((a, b) => ids.indexOf(a.upload_id) - ids.indexOf(b.upload_id));
}

/** Claims the joining of an upload for some seconds. @returns false while another process has claimed it */
export async function claimJoining(db: Queryable, uploadId: string, now: number, seconds: number) {
  const claimed = await db.query(
    `update uploads set joining_until = $2::bigint + $3::bigint
      where upload_id = $1 and key is null and received = size and joining_until <= $2 returning upload_id`,
    [uploadId, now, seconds],
  );
  return claimed.length > 0;
}

export async function dropJoining(db: Queryable, uploadId: string): Promise<void> {
  await db.query('update uploads set joining_until = 0 where upload_id = $1', [uploadId]);
}

/** Makes the file of a piece the whole file of its upload. @returns false when there is one already */
export async function acceptWhole(
  db: Queryable,
  uploadId: string,
  whole: { key: string; contentType: FileKind } & Pick<UploadRow, 'sha256' | 'stored'>,
): Promise<boolean> {
  const accepted = await db.query(
    `with done as (
        update uploads set key = $2, content_type = $3, sha256 = $4, stored = $5::jsonb, joining_until = 0
          where upload_id = $1 and key is null returning upload_id)
      delete from upload_pieces p using done where p.key = $2 and p.upload_id = done.upload_id returning p.key`,
    [uploadId, whole.key, whole.contentType, whole.sha256, whole.stored && JSON.stringify(whole.stored)],
  );
  return accepted.length > 0;
}

/** How long a used upload is known; a later repeat of its request has to upload again. */
const usedRetentionSeconds = 30 * 86_400;

/**
 * Uses complete uploads, each once. Must run in the transaction that adds their files.
 *
 * @throws Refusal `upload-gone` when one of them is used already or has expired
 */
export async function useUploads(
  db: Queryable,
  uid: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  const used = await db.query(
    `update uploads set used = $3::bigint, expires = $3::bigint + $4::bigint
      where uid = $1 and upload_id = any($2::text[]) and key is not null and used is null and expires > $3
      returning upload_id`,
    [uid, ids, now, usedRetentionSeconds],
  );
  if (used.length !== ids.length) throw new Refusal('upload-gone');
}

/** Ends an unused upload, which cannot be continued any more. */
export async function abandonUpload(
  db: Queryable,
  uid: string,
  uploadId: string,
  now: number,
): Promise<boolean> {
  const ended = await db.query(
    'update uploads set expires = $3 where uid = $1 and upload_id = $2 and used is null returning upload_id',
    [uid, uploadId, now],
  );
  return ended.length > 0;
}

/** Returns the uploads that expired before a time, oldest first, with the files to delete. */
export async function uploadsToDrop(
  db: Queryable,
  before: number,
  most: number,
): Promise<{ upload_id: string; keys: string[] }[]> {
  return db.query(
    `select u.upload_id, array(
        select p.key from upload_pieces p where p.upload_id = u.upload_id
        union all select u.key where u.key is not null and u.used is null) as keys
      from uploads u where u.expires <= $1 order by u.expires limit $2`,
    [before, most],
  );
}

/** Deletes uploads, whose files must be deleted before. */
export async function deleteUploads(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query('delete from uploads where upload_id = any($1::text[])', [ids]);
}
