import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { beginPiece, deletePieces, type Piece, piecesOf } from '../data/messages/uploadPieces.ts';
import {
  acceptWhole,
  claimJoining,
  dropJoining,
  type UploadRow,
  uploadsOf,
} from '../data/messages/uploads.ts';
import type { StoredFile } from '../data/storedFile.ts';
import { Refusal } from '../errors/errors.ts';
import { intake } from '../files/fileIntake.ts';
import { storedFileName } from '../files/fileName.ts';
import { FileMissing, newFileKey } from '../files/files.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { bytesOf, removePieces } from './chunks.ts';

/** How long a claim lasts when its process dies. */
const joiningSeconds = 60;
/** Shorter than the client's timeout (§9: 8 s), so that the client gets a response. */
const longestWaitMs = 5000;
const pollMs = 100;

type Parts = Pick<Services, 'db' | 'files' | 'now' | 'log'>;

function storedFileOf(row: UploadRow, nowMs: number): StoredFile | null {
  const { key, content_type: contentType, sha256, size, metadata, stored } = row;
  if (key === null || contentType === null || sha256 === null) return null;
  const fileName = storedFileName(metadata.filename ?? '', contentType, nowMs);
  const sent = { size, sha256 };
  return { key, fileName, contentType, ...sent, ...stored, sent };
}

/** Joins the chunks into one file, checks its content and hashes it. Throws `WrongKind`. */
async function join(
  parts: Parts,
  row: UploadRow,
  pieces: readonly Piece[],
  isDelivered: boolean,
): Promise<void> {
  const { db, files } = parts;
  const id = row.upload_id;
  const key = newFileKey();
  await beginPiece(db, id, { key, start: 0 });
  const { bytes, detected } = intake(
    Readable.from(bytesOf(files, pieces), { objectMode: false }),
    () => {},
    isDelivered,
  );
  const size = await files.put(key, bytes).catch(async (error: unknown) => {
    // The store keeps nothing of it. A row that stays goes with its upload.
    await deletePieces(db, [key]).catch(() => undefined);
    throw error;
  });
  // When the response of the database is lost, the file may be the upload's already, so it is not removed.
  const { contentType, sha256, sent, photo } = detected();
  const isWhole = sent.size === row.size;
  const stored = sha256 === sent.sha256 ? null : { size, sha256, ...(photo && { photo }) };
  if (isWhole && (await acceptWhole(db, id, { key, contentType, sha256: sent.sha256, stored }))) {
    // The file is complete from here on; remaining chunks are removed with the upload's row.
    await removePieces(parts, id).catch((error: unknown) => {
      parts.log.warn({ err: error }, 'chunks of an upload could not be removed');
    });
    return;
  }
  await files.remove(key);
  await deletePieces(db, [key]);
  if (!isWhole) throw new Error(`an upload of ${row.size} bytes has ${sent.size}`);
}

/**
 * Returns a finished upload as a file of a request; joins its chunks on first use. When several requests ask at once, in any
 * process, one joins and the others wait.
 *
 * @param isDelivered a delivered file stays as it is
 * @throws Refusal `upload-gone` when this user has no such upload, or it is incomplete or lost; `key-in-use` when the wait was too long;
 *   WrongKind
 */
export async function wholeUpload(
  parts: Parts,
  uid: string,
  id: string,
  isDelivered: boolean,
): Promise<StoredFile> {
  const giveUpAt = performance.now() + longestWaitMs;
  for (;;) {
    const now = nowSeconds(parts);
    const [row] = await uploadsOf(parts.db, uid, [id]);
    if (!row || row.received !== row.size || row.expires <= now) throw new Refusal('upload-gone');
    const file = storedFileOf(row, parts.now());
    if (file) return file;
    if (await claimJoining(parts.db, id, now, joiningSeconds)) {
      try {
        const pieces = await piecesOf(parts.db, id);
        await join(parts, row, pieces, isDelivered).catch(async (error: unknown) => {
          if (!(error instanceof FileMissing)) throw error;
          // Another request has joined or merged the chunks and removed them, or the store has lost one, and the client sends the file
          // anew.
          const left = new Set((await piecesOf(parts.db, id)).map(({ key }) => key));
          const [joined] = await uploadsOf(parts.db, uid, [id]);
          if (!joined?.key && pieces.every(({ key }) => left.has(key))) throw new Refusal('upload-gone');
        });
      } finally {
        await dropJoining(parts.db, id);
      }
    } else if (performance.now() > giveUpAt) throw new Refusal('key-in-use');
    else await wait(pollMs);
  }
}
