import { type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames, wrap } from 'idb';
import type { ChoiceNumber } from '../../contract/chosen.ts';
import { storageLost } from '../../storage.ts';
import { OutboxError } from '../OutboxError.ts';
import type { Environment } from '../sending/environment.ts';
import { openRequest } from './schema.ts';

/** Who is signed in, mirrored for the worker; `uid` is empty after a sign-out. `exp` in seconds. */
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

/** Names one draft. Each window writes its own, so that none overwrites or removes another's. */
export type DraftKey = {
  /** Email address. */
  owner: string;
  /** Which form, and of what: `new-job`, `chat:{jobId}`. */
  form: string;
  /** Which window. */
  slot: string;
};

/** The saved values of one form: text as plain data, files as a list. */
export type DraftRow = DraftKey & {
  /** The owner's; empty where it is not known. */
  uid: string;
  /** Seconds, with fractions. */
  savedTimestamp: number;
  content: unknown;
  files: DraftFile[];
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
  journal: { key: 'signout'; value: SignOutRow };
  /** By `uid`: what this device calls itself to the server, and the number of the user's last choice here. */
  devices: { key: string; value: ChoiceNumber };
  quarantine: { key: number; value: Omit<QuarantineRow, 'id'> & { id?: number } };
  drafts: { key: [owner: string, form: string, slot: string]; value: DraftRow };
  /** ArrayBuffers: Safari returns Files and Blobs of a database as 0 bytes. */
  draftChunks: { key: [fileId: string, index: number]; value: ArrayBuffer };
}

export type Store = StoreNames<OutboxSchema>;
export type WriteTx = IDBPTransaction<OutboxSchema, Store[], 'readwrite'>;
export type ReadTx = IDBPTransaction<OutboxSchema, Store[], 'readonly'>;

/** WebKit loses its connection in the background, and any browser closes one by force; mostly, the next opening works again. */
function isLostConnection(error: unknown): boolean {
  const { name } = error as DOMException;
  return name === 'InvalidStateError' || name === 'UnknownError' || name === 'AbortError';
}

/**
 * Aborts the open transactions of a page that enters the back/forward cache: WebKit freezes it with them, and their locks would keep
 * every other page waiting. Ours are repeated when the page comes back; one that called `commit` completes.
 *
 * Covers all databases of the page, because the identity provider's library polls its own, and no page could sign in meanwhile.
 */
function abortWhenFrozen(): void {
  const unfinished = new Set<IDBTransaction>();
  const { prototype } = IDBDatabase;
  const begin = prototype.transaction;
  prototype.transaction = function (...args) {
    const tx = begin.apply(this, args);
    unfinished.add(tx);
    for (const end of ['complete', 'abort']) tx.addEventListener(end, () => unfinished.delete(tx));
    return tx;
  };
  globalThis.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    for (const tx of unfinished) {
      try {
        tx.abort();
      } catch {
        // It commits.
      }
    }
  });
}

const isPage = typeof document === 'object' && typeof addEventListener === 'function';
if (isPage && typeof IDBDatabase === 'function') abortWhenFrozen();

/**
 * The outbox's database. A connection that was lost is opened again and the transaction repeated once, so `work` must be
 * able to run twice.
 */
export class Database {
  readonly #env: Pick<Environment, 'indexedDB'>;
  #opened: Promise<IDBPDatabase<OutboxSchema>> | null = null;
  #hasWorked = false;

  constructor(env: Pick<Environment, 'indexedDB'>) {
    this.#env = env;
  }

  /** Runs `work` in one transaction and resolves when it is committed. */
  async write<T>(
    stores: Store[],
    work: (tx: WriteTx) => Promise<T>,
    durability: IDBTransactionDurability = 'relaxed',
  ): Promise<T> {
    return this.#twice(async (db) => {
      const tx = db.transaction(stores, 'readwrite', { durability });
      return finished(tx, work);
    });
  }

  async read<T>(stores: Store[], work: (tx: ReadTx) => Promise<T>): Promise<T> {
    return this.#twice(async (db) => finished(db.transaction(stores, 'readonly'), work));
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    (await opened?.catch(() => null))?.close();
  }

  async #twice<T>(work: (db: IDBPDatabase<OutboxSchema>) => Promise<T>): Promise<T> {
    const opened = this.#connection();
    try {
      const result = await work(await opened);
      this.#hasWorked = true;
      return result;
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      // Where several fail at a time, the first has opened another one for all.
      if (this.#opened === opened) await this.close();
    }
    try {
      return await work(await this.#connection());
    } catch (error) {
      // WebKit, after its storage process has ended.
      if (!this.#hasWorked || (error as DOMException).name !== 'UnknownError') throw error;
      storageLost.set(true);
      throw new OutboxError('lost', error);
    }
  }

  #connection(): Promise<IDBPDatabase<OutboxSchema>> {
    this.#opened ??= this.#open().catch((error) => {
      this.#opened = null;
      if (isLostConnection(error)) throw error;
      throw new OutboxError(error?.name === 'VersionError' ? 'newer-app' : 'unavailable', error);
    });
    return this.#opened;
  }

  async #open(): Promise<IDBPDatabase<OutboxSchema>> {
    const db = (await wrap(openRequest(this.#env.indexedDB))) as IDBPDatabase<OutboxSchema>;
    const forget = () => {
      this.#opened = null;
    };
    // A newer version of the app waits for this connection to close.
    db.onversionchange = () => {
      forget();
      db.close();
    };
    db.onclose = forget;
    return db;
  }
}

async function finished<Tx extends { done: Promise<void>; abort(): void; error: DOMException | null }, T>(
  tx: Tx,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const done = tx.done.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // It has ended already, by the same error.
    }
    await done;
    throw tx.error ?? error;
  }
  const failed = await done;
  if (failed) throw failed.error ?? tx.error ?? new DOMException('', 'AbortError');
  return result;
}
