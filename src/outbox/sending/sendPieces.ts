import { ApiError, asApiError } from '../../api/ApiError.ts';
import type { FileEntry } from '../records/commonFields.ts';
import type { Database } from '../records/database.ts';
import type { Environment } from '../records/environment.ts';
import { pieceAt } from '../records/fileBytes.ts';
import type { OutboxRecord } from '../records/record.ts';
import { extendClaim } from './claim.ts';
import { type Moment, totalBytesOf } from './waits.ts';
import { isTooLarge } from './writeFailure.ts';

/** Damaged pieces and uploads that the server dropped, in one attempt. */
const mostSetbacks = 5;

/** Whether a record's files are uploaded before it, in pieces, where the backend takes that. */
export function isSentInPieces({ wire }: Environment, record: OutboxRecord): boolean {
  if (record.files.some(({ upload }) => upload)) return true;
  return totalBytesOf(record) > smallBytesOf(wire, record);
}

/** Returns up to which size files go in the one request, which is quicker; after a failure, or on a slow connection, that is less. */
function smallBytesOf({ pieces }: Environment['wire'], record: OutboxRecord): number {
  const { smallBytes, size } = pieces;
  if (hasTimedOut(record)) return Math.min(smallBytes, size.least);
  const mostBytes = size.isReduced ? size.bytes : smallBytes;
  return Math.min(mostBytes, record.misses > 0 ? smallBytes / 8 : smallBytes);
}

/** Whether the last try timed out: what it sent was too much for the connection. */
function hasTimedOut({ error }: OutboxRecord): boolean {
  return error?.code === 'timeout';
}

/** A lane's turn to upload. */
export type Turn = {
  /** False when others are to go first. */
  mayContinue(): boolean;
  /** Called after every piece. */
  onChanged(): void;
};

type Sending = { record: OutboxRecord; attemptId: string; idToken: string };

/**
 * `stopped`: the claim was lost, or others are to go first. `lost`: bytes are missing. Otherwise the uploads, and since when the claim
 * holds.
 */
export type UploadResult = 'stopped' | 'lost' | ({ uploads: string[] } & Moment);

/**
 * Uploads a claimed record's files in pieces, from the offset that the server has. Each piece is saved in the record and extends the
 * claim, so that the upload goes on from there after a cut, a reload, or in the worker.
 *
 * @throws ApiError; unless it is definite, the request itself was not sent
 */
export async function sendPieces(
  db: Database,
  env: Environment,
  { record, attemptId, idToken }: Sending,
  turn: Turn,
): Promise<UploadResult> {
  const { pieces, onProgress } = env.wire;
  const files: FileEntry[] = [...record.files];
  const total = totalBytesOf(record);
  if (hasTimedOut(record)) pieces.size.restart();
  let setbacks = 0;
  let hasSent = false;
  let claimed: Awaited<ReturnType<typeof extend>> = null;

  async function extend(isProgress: boolean, filesOnly = true) {
    const transferred = files.reduce((sum, { upload }) => sum + (upload?.offset ?? 0), 0);
    onProgress?.(record, { transferred, total });
    const holding = { files, filesOnly, isProgress };
    const since = await extendClaim(db, env, { ...record, attemptId }, holding);
    turn.onChanged();
    return since;
  }

  /** Saves the progress of a file. @returns false when the claim was lost */
  async function note(at: number, upload: FileEntry['upload'], isProgress = false): Promise<boolean> {
    const { upload: _, ...file } = files[at] as FileEntry;
    files[at] = upload ? { ...file, upload } : file;
    claimed = await extend(isProgress);
    return claimed !== null;
  }

  function mustGetOn(): void {
    setbacks += 1;
    if (setbacks > mostSetbacks) throw new ApiError('unavailable', undefined, { unsent: true });
  }

  async function offsetOf(id: string): Promise<FileEntry['upload']> {
    const offset = await pieces.offset(id, idToken);
    if (offset === null) mustGetOn();
    return offset === null ? undefined : { id, offset };
  }

  /** Sends one file to its end. */
  async function sendFile(at: number): Promise<'stopped' | 'lost' | 'sent'> {
    const file = files[at] as FileEntry;
    const read = pieceAt(db, file);
    let upload = file.upload;
    // After a cut only the server knows how much it has.
    if (upload && upload.offset < file.size) upload = await offsetOf(upload.id);
    for (;;) {
      upload ??= { id: await pieces.begin(file, idToken), offset: 0 };
      if (upload !== files[at]?.upload && !(await note(at, upload))) return 'stopped';
      if (upload.offset >= file.size) return 'sent';
      // At least one piece each turn, so that every upload ends.
      if (hasSent && !turn.mayContinue()) return 'stopped';
      const piece = await read(upload.offset, pieces.size.bytes);
      if (!piece) return 'lost';
      const began = env.elapsed();
      const { id, offset }: { id: string; offset: number } = upload;
      const outcome = await pieces.put(id, offset, piece, idToken);
      hasSent = true;
      if (typeof outcome === 'number') {
        pieces.size.sent(piece.byteLength, env.elapsed() - began);
        if (outcome <= offset) mustGetOn();
        upload = { id, offset: outcome };
        if (!(await note(at, upload, outcome > offset))) return 'stopped';
      } else {
        mustGetOn();
        upload = outcome === 'gone' ? undefined : await offsetOf(id);
      }
    }
  }

  try {
    claimed = await extend(false);
    for (const at of files.keys()) {
      const became = claimed ? await sendFile(at) : 'stopped';
      if (became !== 'sent') return became;
    }
    // From here on it cannot be deleted.
    claimed = await extend(false, false);
  } catch (error) {
    const failure = asApiError(error);
    const { isLeast } = pieces.size;
    pieces.size.failed(isTooLarge(failure));
    throw unsent(failure, isLeast);
  }
  return claimed ? { uploads: files.map(({ upload }) => upload?.id ?? ''), ...claimed } : 'stopped';
}

/**
 * Marks an error as unsent: uploaded files alone carry out nothing. What was too large for the way is not known before the smallest piece
 * was.
 */
function unsent(error: ApiError, isLeast: boolean): ApiError {
  if (error.definite) return error;
  const { code, message, status, retryAfterMs } = error;
  if (isTooLarge(error) && !isLeast) return new ApiError('offline', undefined, { unsent: true });
  return new ApiError(code, message, { status, retryAfterMs, definite: false, unsent: true });
}
