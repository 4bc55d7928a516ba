import { Refusal } from '../../errors/errors.ts';
import type { Database, Queryable } from '../db/db.ts';

export type Piece = { key: string; start: number; size: number };

/** Adds the key of a piece before its file is written. @throws Refusal `upload-gone` */
export async function beginPiece(
  db: Queryable,
  uploadId: string,
  { key, start }: Pick<Piece, 'key' | 'start'>,
): Promise<void> {
  const begun = await db.query(
    `insert into upload_pieces (key, upload_id, start)
      select $1, upload_id, $3::bigint from uploads where upload_id = $2 returning key`,
    [key, uploadId, start],
  );
  if (begun.length === 0) throw new Refusal('upload-gone');
}

/**
 * Accepts a written piece if it begins at the current offset of the upload: of several at the same offset, in whichever process, one is
 * accepted. `now` in seconds.
 */
export async function acceptPiece(
  db: Queryable,
  uploadId: string,
  { key, start, size }: Piece,
  now: number,
): Promise<boolean> {
  const accepted = await db.query(
    `with moved as (
        update uploads set received = received + $3::bigint
          where upload_id = $1 and received = $2 and received + $3::bigint <= size and key is null and expires > $5
          returning upload_id)
      update upload_pieces p set size = $3::bigint from moved
        where p.key = $4 and p.upload_id = moved.upload_id returning p.key`,
    [uploadId, start, size, key, now],
  );
  return accepted.length > 0;
}

/** Deletes pieces, whose files must be deleted before. */
export async function deletePieces(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.query('delete from upload_pieces where key = any($1::text[])', [keys]);
}

/** Returns the accepted pieces of an upload in order. */
export async function piecesOf(db: Queryable, uploadId: string): Promise<Piece[]> {
  return db.query<Piece>(
    'select key, start, size from upload_pieces where upload_id = $1 and size is not null order by start',
    [uploadId],
  );
}

/** Replaces consecutive pieces by one. @returns false when they do not exist any more */
export async function mergePieces(db: Database, merged: Piece, keys: readonly string[]): Promise<boolean> {
  class NotThere extends Error {}
  try {
    await db.tx(async (tx) => {
      const gone = await tx.query('delete from upload_pieces where key = any($1::text[]) returning key', [
        keys,
      ]);
      if (gone.length !== keys.length) throw new NotThere();
      await tx.query('update upload_pieces set size = $2 where key = $1', [merged.key, merged.size]);
    });
    return true;
  } catch (error) {
    if (error instanceof NotThere) return false;
    throw error;
  }
}
