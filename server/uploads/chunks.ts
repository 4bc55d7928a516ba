import type { Readable } from 'node:stream';
import {
  beginPiece,
  deletePieces,
  mergePieces,
  type Piece,
  piecesOf,
} from '../data/messages/uploadPieces.ts';
import { Unavailable } from '../errors/errors.ts';
import { type Files, newFileKey } from '../files/files.ts';
import type { Services } from '../services/services.ts';

/** Smaller adjacent chunks are merged once they reach `mergedBytes` or `mergedPieces`. */
const smallBytes = 2 * 1024 * 1024;
/** A slow connection makes hundreds of chunks, which are slow to read one by one. */
const mergedBytes = 8 * 1024 * 1024;
/** A client may send byte by byte. */
const mergedPieces = 64;
const removedAtOnce = 8;

/** Yields the bytes of chunks in order, without buffering. Throws `Unavailable` when the store breaks off in the middle. */
export async function* bytesOf(files: Files, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const { key } of pieces) {
    const stream = (await files.get(key)) as Readable & AsyncIterable<Buffer>;
    try {
      yield* stream;
    } catch (error) {
      throw new Unavailable('files', error);
    }
  }
}

export async function removeFiles(files: Files, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += removedAtOnce) {
    await Promise.all(keys.slice(from, from + removedAtOnce).map((key) => files.remove(key)));
  }
}

/** Removes all bytes of an upload from the store. @param whole key of its joined file, if there is one */
export async function removePieces(
  { db, files }: Pick<Services, 'db' | 'files'>,
  uploadId: string,
  whole: string | null = null,
): Promise<void> {
  const keys = (await piecesOf(db, uploadId)).map(({ key }) => key);
  await removeFiles(files, whole === null ? keys : [...keys, whole]);
  await deletePieces(db, keys);
}

/** Returns the small chunks at the end, when they are worth merging. */
function mergeable(pieces: readonly Piece[]): Piece[] {
  const small = pieces.slice(pieces.findLastIndex(({ size }) => size >= smallBytes) + 1);
  const bytes = small.reduce((sum, { size }) => sum + size, 0);
  return bytes >= mergedBytes || small.length >= mergedPieces ? small : [];
}

/** Merges small chunks, so that a slow connection leaves few. The upload is complete without it, so errors are only logged. */
export async function mergeSmallPieces(
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  uploadId: string,
): Promise<void> {
  try {
    const small = mergeable(await piecesOf(db, uploadId));
    const [first] = small;
    if (!first) return;
    const merged = { key: newFileKey(), start: first.start };
    await beginPiece(db, uploadId, merged);
    const size = await files.put(merged.key, bytesOf(files, small));
    const keys = small.map(({ key }) => key);
    const isMerged = await mergePieces(db, { ...merged, size }, keys);
    await removeFiles(files, isMerged ? keys : [merged.key]);
    if (!isMerged) await deletePieces(db, [merged.key]);
  } catch (error) {
    log.warn({ err: error }, 'chunks of an upload could not be merged');
  }
}
