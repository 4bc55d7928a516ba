import type { DBSchema, IDBPDatabase, IDBPObjectStore, IDBPTransaction, StoreNames } from 'idb';
import type { ChoiceNumber } from '../../contract/chosen.ts';

/** The rows of the outbox's database, and the transactions over them. */

/** The signed-in user and their token, mirrored for the worker; `uid` is empty after a sign-out. `exp` in seconds. */
export type SessionRow = { uid: string; email: string; idToken: string; exp: number; epoch: number };

/** A sign-out that has begun and must be finished. `isDone`: all that is left is to check that it stayed done. */
export type SignOutRow = { uid: string; at: number; keep: boolean; isDone?: boolean };

/** A row that this version cannot read, stored for the user or a later version. */
export type QuarantineRow = { id: number; at: number; ownerUid: string; row: unknown };

/** A chosen file of a draft. Its bytes are in `draftChunks` under its id; `whole`: all of them. */
export type DraftFile = {
  id: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  lastModified: number;
  whole: boolean;
};

/** Names a draft: there is one for each user and form, in all windows. */
export type DraftKey = {
  /** Email address. */
  owner: string;
  /** The form, and its subject: `new-job`, `chat:{jobId}`. */
  form: string;
};

/** The saved values of one form: text as plain data, files as a list. */
export type DraftRow = DraftKey & {
  /** A new one with each change. It is the idempotency key of what is sent of the draft, so that two windows send the same draft once. */
  id: string;
  /** The id of the owner; empty where it is not known. */
  uid: string;
  /** Seconds, with fractions. */
  savedTimestamp: number;
  content: unknown;
  files: DraftFile[];
  /** Names the last record that was taken back into it, and stays in all that is made of it. */
  returned?: string | undefined;
};

interface OutboxSchema extends DBSchema {
  outbox: {
    key: number;
    /** Written as an `OutboxRecord`, and validated when it is read. */
    value: { seq?: number };
    indexes: { lane: [string, string, number]; clientId: string };
  };
  chunks: { key: [string, number]; value: ArrayBuffer };
  session: { key: 'current'; value: SessionRow };
  /** The sign-out that is going on, and one row for each user who has signed out: see `guardOf`. */
  journal: { key: 'signout' | `of ${string}`; value: SignOutRow };
  /** By `uid`: the id that this device has for the server, and the number of the user's last choice here. */
  devices: { key: string; value: ChoiceNumber };
  quarantine: { key: number; value: Omit<QuarantineRow, 'id'> & { id?: number } };
  drafts: { key: [owner: string, form: string]; value: DraftRow };
  /** ArrayBuffers: Safari returns Files and Blobs of a database as 0 bytes. */
  draftChunks: { key: [fileId: string, index: number]; value: ArrayBuffer };
}

export type StoreName = StoreNames<OutboxSchema>;
/** Stores that belong to the session, and to no user. */
export type SessionStore = 'session' | 'journal';
/** Stores with data of users. */
export type UserStore = Exclude<StoreName, SessionStore>;

export type OutboxDatabase = IDBPDatabase<OutboxSchema>;
export type ReadTx = IDBPTransaction<OutboxSchema, StoreName[], 'readonly'>;
/** A transaction that writes data of a user; only `writeAs` opens one. */
export type WriteTx = IDBPTransaction<OutboxSchema, UserStore[], 'readwrite'>;
export type SessionTx = IDBPTransaction<OutboxSchema, SessionStore[], 'readwrite'>;
/** Deletes, and writes nothing. */
export type EraseTx = {
  objectStore<S extends UserStore>(
    name: S,
  ): Pick<
    IDBPObjectStore<OutboxSchema, UserStore[], S, 'readwrite'>,
    'get' | 'getAll' | 'getAllKeys' | 'delete'
  >;
};
