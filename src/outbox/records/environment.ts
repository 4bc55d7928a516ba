import type { Transfer } from '../../api/requestBody.ts';
import type { PieceOutcome } from '../../api/tusUploads.ts';
import type { PieceSize } from './PieceSize.ts';
import type { OutboxRecord } from './record.ts';

/** Everything the outbox needs from outside. A page, the service worker and a test each pass their own. */
export type Environment = {
  /** Names this page or worker in claims. */
  holder: string;
  /** Milliseconds since 1970. Users may set this clock, so nothing that must not happen early depends on it alone. */
  now(): number;
  /** Milliseconds of a monotonic clock. */
  elapsed(): number;
  /** Returns a random number of at least 0 and below 1. */
  random(): number;
  uuid(): string;
  /** Calls once, later. @returns a function that cancels it */
  after(delayMs: number, run: () => void): () => void;
  indexedDB: IDBFactory;
  /** Returns the bytes that the device has left for us; null where it does not say. */
  storageLeft(): Promise<number | null>;
  /**
   * Runs `work` while holding the lock `name`; false when another page holds it. Null where there are no locks. It saves work only:
   * correctness comes from the claim.
   */
  lock: ((name: string, work: () => Promise<void>) => Promise<boolean>) | null;
  /** Calls once the lock `name` is free, at once or later. Absent where there are no locks. @returns a function that cancels it */
  onceUnlocked?(name: string, run: () => void): () => void;
  channel: Channel;
  wire: Wire;
  /** Whether the worker is woken to send what is left once every page is closed. */
  sendsWithoutPages(): boolean;
  /** Asks for that; a page only. Never throws. */
  askForWorker?(): Promise<void>;
  /** Returns how many lanes may send at a time on the connection to the backend. */
  lanesAtOnce(): number;
  /**
   * Returns the signed-in user's token. Null when nobody is signed in; `later` when that is not known now (no network, or a worker
   * whose copy expires).
   *
   * @param renew forces a new one, after a 401
   */
  token(renew: boolean): Promise<Token | null | 'later'>;
};

/** `exp` is in seconds, as the token has it. */
export type Token = { uid: string; email: string; idToken: string; exp: number };

/**
 * A message to the other pages and the worker: read again, or drain. `discarded` and `restored` are the `seq` of records that the user
 * deleted, or whose deletion they undid.
 */
export type Notice = {
  type: 'changed' | 'drain';
  discarded?: readonly number[];
  restored?: readonly number[];
};

export type Channel = {
  post(notice: Notice): void;
  listen(listener: (notice: Notice) => void): () => void;
};

/** A file as it is stored and sent: its name, and its bytes in chunks. */
export type StoredFile = { name: string; type: string; size: number; chunks: readonly ArrayBuffer[] };

export type Outbound = {
  record: OutboxRecord;
  /** Files in the request itself. */
  files: readonly StoredFile[];
  /** Ids of files uploaded before, in pieces. */
  uploads?: readonly string[] | undefined;
  idToken: string;
  timeoutMs: number;
  /** How long ago it was written; null when that is not known. */
  writtenSecondsAgo?: number | null;
  /** Whether its page is ending: the request goes on without it, and nothing is asked first. */
  isLeaving?: boolean;
};

/** `serverId`: the message's, the note's or the new job's id, null where the response has none. */
export type WireResponse = { serverId: string | null; response: unknown };

/** Uploads in pieces (tus). Each throws an `ApiError`. */
export type Pieces = {
  /** Files of a record that are no larger together travel in its own request. */
  smallBytes: number;
  size: PieceSize;
  /** @returns the id of a new upload */
  begin(file: { name: string; size: number }, idToken: string): Promise<string>;
  /** Returns how many bytes the server has; null when it does not know the upload. */
  offset(id: string, idToken: string): Promise<number | null>;
  put(id: string, offset: number, piece: Uint8Array<ArrayBuffer>, idToken: string): Promise<PieceOutcome>;
};

/** The calls the outbox makes. Each throws an `ApiError`; none repeats a write by itself. */
export type Wire = {
  pieces: Pieces;
  /** Called with how much of a record's files is uploaded, in whatever way they go. */
  onProgress?: ((record: OutboxRecord, transfer: Transfer) => void) | undefined;
  send(outbound: Outbound): Promise<WireResponse>;
};
