import type { Readable } from 'node:stream';
import { beginPiece, deletePieces, mergePieces, type Piece, piecesOf } from '../data/messages/uploads.ts';
import { type Files, newFileKey } from '../files/files.ts';
import type { Services } from '../services.ts';

/** What is smaller is put together with what stands beside it … */
const smallBytes = 2 * 1024 * 1024;
/** … once it is so much together: a slow line makes hundreds of pieces, and reading them one by one takes long. */
const mergedBytes = 8 * 1024 * 1024;
/** … or once they are so many, however small: a sender may send byte by byte. */
const mergedPieces = 64;
const removedAtOnce = 8;

/** The bytes of pieces, one after the other; holds no more of them than passes. */
export async function* bytesOf(files: Files, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const { key } of pieces) yield* (await files.get(key)) as Readable & AsyncIterable<Buffer>;
}

export async function removeFiles(files: Files, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += removedAtOnce) {
    await Promise.all(keys.slice(from, from + removedAtOnce).map((key) => files.remove(key)));
  }
}

/** Takes everything of an upload out of the store. @param whole its joined file, where there is one */
export async function removePieces(
  { db, files }: Pick<Services, 'db' | 'files'>,
  uploadId: string,
  whole: string | null = null,
): Promise<void> {
  const keys = (await piecesOf(db, uploadId)).map(({ key }) => key);
  await removeFiles(files, whole === null ? keys : [...keys, whole]);
  await deletePieces(db, keys);
}

/** The small pieces at the end, when they are worth it. */
function mergeable(pieces: readonly Piece[]): Piece[] {
  const small = pieces.slice(pieces.findLastIndex(({ size }) => size >= smallBytes) + 1);
  const bytes = small.reduce((sum, { size }) => sum + size, 0);
  return bytes >= mergedBytes || small.length >= mergedPieces ? small : [];
}

/**
 * Keeps the number of pieces small, however slow the line. The upload is whole without it: what goes wrong here is for the log.
 */
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
    log.warn({ err: error }, 'pieces of an upload were not put together');
  }
}
