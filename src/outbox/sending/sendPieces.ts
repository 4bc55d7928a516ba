import { ApiError, asApiError } from '../../api/ApiError.ts';
import type { Database } from '../records/database.ts';
import { pieceAt } from '../records/fileBytes.ts';
import type { FileEntry, OutboxRecord } from '../records/record.ts';
import { holdOn } from './claim.ts';
import { bytesOf } from './waits.ts';
import type { World } from './world.ts';

/** Of one attempt: damaged pieces, and uploads that the server forgot. */
const mostSetbacks = 5;

/** Whether a record's files go before it, in pieces, where the backend takes that. */
export function goesInPieces({ wire }: World, record: OutboxRecord): boolean {
  if (record.files.some(({ upload }) => upload)) return true;
  // Small ones are quicker in the one request; on a line that just failed, less is small.
  const smallBytes = record.misses > 0 ? wire.pieces.smallBytes / 8 : wire.pieces.smallBytes;
  return bytesOf(record) > smallBytes;
}

/** What a lane may do with its time. */
export type Turn = {
  /** False when the time is for something else. */
  goesOn(): boolean;
  /** Told of every piece. */
  onChanged(): void;
};

type Sending = { record: OutboxRecord; attemptId: string; idToken: string };

/**
 * What became of the files. `stopped`: the claim is somebody else's by now, or the time is for something else. `lost`: bytes are missing. Else the
 * uploads, and since when the claim holds.
 */
export type Sent = 'stopped' | 'lost' | { uploads: string[]; at: number; elapsed: number };

/**
 * Sends a claimed record's files in pieces, from where the server has come to with them. Each piece is noted in the record, and
 * makes the claim hold on, so that whoever goes on with it, after a cut, a reload, or in the worker, knows where.
 *
 * @throws ApiError; unless it is definite, nothing of the request itself has left
 */
export async function sendPieces(
  db: Database,
  world: World,
  { record, attemptId, idToken }: Sending,
  turn: Turn,
): Promise<Sent> {
  const { pieces, onProgress } = world.wire;
  const files: FileEntry[] = [...record.files];
  const total = bytesOf(record);
  let setbacks = 0;
  let hasSent = false;
  let held: Awaited<ReturnType<typeof hold>> = null;

  async function hold(isProgress: boolean, filesOnly = true) {
    const transferred = files.reduce((sum, { upload }) => sum + (upload?.offset ?? 0), 0);
    onProgress?.(record, { transferred, total });
    const holding = { files, filesOnly, isProgress };
    const since = await holdOn(db, world, { seq: record.seq, attemptId }, holding);
    turn.onChanged();
    return since;
  }

  /** Writes how far a file is; false when the claim is lost. */
  async function note(at: number, upload: FileEntry['upload'], isProgress = false): Promise<boolean> {
    const { upload: _, ...file } = files[at] as FileEntry;
    files[at] = upload ? { ...file, upload } : file;
    held = await hold(isProgress);
    return held !== null;
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
    // A cut leaves open how much came through: the server's word counts.
    if (upload && upload.offset < file.size) upload = await offsetOf(upload.id);
    for (;;) {
      upload ??= { id: await pieces.begin(file, idToken), offset: 0 };
      if (upload !== files[at]?.upload && !(await note(at, upload))) return 'stopped';
      if (upload.offset >= file.size) return 'sent';
      // One piece at least, so that nothing can keep it from ever coming to its end.
      if (hasSent && !turn.goesOn()) return 'stopped';
      const piece = await read(upload.offset, pieces.size.bytes);
      if (!piece) return 'lost';
      const began = world.elapsed();
      const { id, offset }: { id: string; offset: number } = upload;
      const outcome = await pieces.put(id, offset, piece, idToken);
      hasSent = true;
      if (typeof outcome === 'number') {
        pieces.size.sent(piece.byteLength, world.elapsed() - began);
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
    held = await hold(false);
    for (const at of files.keys()) {
      const became = held ? await sendFile(at) : 'stopped';
      if (became !== 'sent') return became;
    }
    // From here on it cannot be taken back.
    held = await hold(false, false);
  } catch (error) {
    pieces.size.failed();
    throw unsent(asApiError(error));
  }
  return held ? { uploads: files.map(({ upload }) => upload?.id ?? ''), ...held } : 'stopped';
}

/** Files alone are no message: until the request itself leaves, nothing was carried out. */
function unsent(error: ApiError): ApiError {
  if (error.definite) return error;
  const { code, message, status, retryAfterMs } = error;
  return new ApiError(code, message, { status, retryAfterMs, definite: false, unsent: true });
}
