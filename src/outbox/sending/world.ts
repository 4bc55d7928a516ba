import type { Transfer } from '../../api/requestBody.ts';
import type { PieceOutcome } from '../../api/uploads.ts';
import type { JobDetails } from '../../contract/jobDetails.ts';
import type { Message } from '../../contract/message.ts';
import type { OutboxRecord } from '../records/record.ts';
import type { PieceSize } from './PieceSize.ts';

/**
 * Everything the outbox needs from outside, passed in once: a page, the service worker and a test each bring their own, and
 * the code between is the same.
 */
export type World = {
  /** Names this page or worker in claims. */
  holder: string;
  /** Milliseconds since 1970. A person may set this clock, so nothing that must not happen early hangs on it alone. */
  now(): number;
  /** Milliseconds from any start; only grows. */
  elapsed(): number;
  /** At least 0, below 1. */
  random(): number;
  uuid(): string;
  /** Calls once, later. @returns what cancels it */
  after(delayMs: number, run: () => void): () => void;
  indexedDB: IDBFactory;
  /** Bytes the device still gives us; null where it does not say. */
  storageLeft(): Promise<number | null>;
  /**
   * Runs `work` while holding the lock `name`; false when somebody else holds it. Null where there are no locks. It saves
   * work and decides nothing: correctness is the claim's.
   */
  lock: ((name: string, work: () => Promise<void>) => Promise<boolean>) | null;
  channel: Channel;
  wire: Wire;
  /** How many lanes may send side by side, as the line to the backend is now. */
  lanesAtOnce(): number;
  /**
   * The signed-in person's token. Null when nobody is signed in; `later` when that cannot be told here and now (no network,
   * or a worker whose copy runs out).
   *
   * @param renew asks for a new one by force, after a 401
   */
  token(renew: boolean): Promise<Token | null | 'later'>;
  /** Whether the backend repeats an answer for a key it knows. Where it does not, a lost answer is settled by looking. */
  honoursKeys: boolean;
};

/** `exp` is in seconds, as the token has it. */
export type Token = { uid: string; email: string; idToken: string; exp: number };

/**
 * Told to the other pages and the worker: read again, or drain. `discarded` and `restored` are the `seq` of a record that the user
 * deleted, or whose deletion they undid.
 */
export type Notice = { type: 'changed' | 'drain'; discarded?: number; restored?: number };

export type Channel = {
  post(notice: Notice): void;
  listen(listener: (notice: Notice) => void): () => void;
};

/** A file as it is kept and sent: its frozen name, and its bytes in chunks. */
export type KeptFile = { name: string; type: string; size: number; chunks: readonly ArrayBuffer[] };

export type Outbound = {
  record: OutboxRecord;
  /** None of those that went before, in pieces. */
  files: readonly KeptFile[];
  /** Those that did. */
  uploads?: readonly string[] | undefined;
  idToken: string;
  timeoutMs: number;
  /** Told how much of its files has gone out, where somebody watches. */
  onProgress?: ((transfer: Transfer) => void) | undefined;
};

/** `serverId`: the message's or the new job's id, null where the answer has none. */
export type Delivered = { serverId: string | null; answer: unknown };

/** Files in pieces (tus). Each throws an `ApiError`. */
export type Pieces = {
  /** Files of a record that are no larger together travel in its own request. */
  smallBytes: number;
  size: PieceSize;
  /** Whether the backend takes files in pieces. Throws, unsent, while nobody can tell. */
  offered(idToken: string): Promise<boolean>;
  /** @returns the id of a new upload */
  begin(file: { name: string; size: number }, idToken: string): Promise<string>;
  /** How much of it the server has; null when it does not know it. */
  offset(id: string, idToken: string): Promise<number | null>;
  put(id: string, offset: number, piece: Uint8Array<ArrayBuffer>, idToken: string): Promise<PieceOutcome>;
};

/** The calls the outbox makes. Each throws an `ApiError`; none repeats a write by itself. */
export type Wire = {
  pieces: Pieces;
  /** Told how much of a record's files has gone out, in whatever way they go. */
  onProgress?: ((record: OutboxRecord, transfer: Transfer) => void) | undefined;
  send(outbound: Outbound): Promise<Delivered>;
  conversation(jobId: string, idToken: string): Promise<readonly Message[]>;
  job(jobId: string, idToken: string): Promise<JobDetails>;
  /** The reader's job of this code, or null. */
  findJob(jobCode: string, idToken: string): Promise<{ jobId: string } | null>;
};
