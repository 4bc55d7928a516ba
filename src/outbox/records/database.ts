import { wrap } from 'idb';
import { storageLost } from '../../storage.ts';
import { abortWhenFrozen } from './abortWhenFrozen.ts';
import type { Environment } from './environment.ts';
import { OutboxError } from './OutboxError.ts';
import { openRequest } from './schema.ts';
import type {
  EraseTx,
  OutboxDatabase,
  ReadTx,
  SessionStore,
  SessionTx,
  StoreName,
  UserStore,
  WriteTx,
} from './stores.ts';

/**
 * Whether an error means a lost connection: WebKit loses its own in the background, and any browser closes one by force. Mostly, the next
 * opening works again.
 */
function isLostConnection(error: unknown): boolean {
  const { name } = error as DOMException;
  return name === 'InvalidStateError' || name === 'UnknownError' || name === 'AbortError';
}

abortWhenFrozen();

/**
 * Returns the key of the row that a sign-out puts into the journal and that every write of the user adds and deletes: while it is there,
 * each such transaction fails as a whole. A check by the page that writes would come too late if that page dies in between.
 */
export function guardOf(uid: string): `of ${string}` {
  return `of ${uid}`;
}

/**
 * The outbox's database. A connection that was lost is opened again and the transaction repeated once, so `work` must be
 * able to run twice.
 */
export class Database {
  readonly #env: Pick<Environment, 'indexedDB'>;
  #opened: Promise<OutboxDatabase> | null = null;
  #hasWorked = false;

  constructor(env: Pick<Environment, 'indexedDB'>) {
    this.#env = env;
  }

  /**
   * Writes data of a user in one transaction, and resolves when it is committed. After the user has signed out, the database itself
   * refuses it (`guardOf`), also to a page that is gone by then.
   *
   * @param uid empty for data without an owner
   * @throws OutboxError `signed-out`: nothing was written
   */
  async writeAs<T>(
    uid: string,
    stores: UserStore[],
    work: (tx: WriteTx) => Promise<T>,
    durability: IDBTransactionDurability = 'relaxed',
  ): Promise<T> {
    return this.#withReconnect(async (db) => {
      const all: StoreName[] = [...stores, 'journal'];
      const tx = db.transaction(all, 'readwrite', { durability });
      let isOut = false;
      const guarded = (): Promise<T> => {
        const journal = tx.objectStore('journal');
        journal.add({ uid, at: 0, keep: false }, guardOf(uid)).catch((error: DOMException) => {
          isOut = error.name === 'ConstraintError';
        });
        journal.delete(guardOf(uid)).catch(() => undefined);
        return work(tx as unknown as WriteTx);
      };
      return finished(tx, guarded).catch((error) => {
        throw isOut ? new OutboxError('signed-out') : error;
      });
    });
  }

  /** Deletes, in one transaction. */
  async erase<T>(
    stores: UserStore[],
    work: (tx: EraseTx) => Promise<T>,
    durability: IDBTransactionDurability = 'relaxed',
  ): Promise<T> {
    return this.#withReconnect(async (db) =>
      finished(db.transaction(stores, 'readwrite', { durability }), work),
    );
  }

  /** Writes who is signed in, and who has signed out. */
  async writeSession<T>(
    work: (tx: SessionTx) => Promise<T>,
    durability: IDBTransactionDurability = 'relaxed',
  ): Promise<T> {
    return this.#withReconnect(async (db) =>
      finished(
        db.transaction<SessionStore[], 'readwrite'>(['session', 'journal'], 'readwrite', { durability }),
        work,
      ),
    );
  }

  async read<T>(stores: StoreName[], work: (tx: ReadTx) => Promise<T>): Promise<T> {
    return this.#withReconnect(async (db) => finished(db.transaction(stores, 'readonly'), work));
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    (await opened?.catch(() => null))?.close();
  }

  async #withReconnect<T>(work: (db: OutboxDatabase) => Promise<T>): Promise<T> {
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

  #connection(): Promise<OutboxDatabase> {
    this.#opened ??= this.#open().catch((error) => {
      this.#opened = null;
      if (isLostConnection(error)) throw error;
      throw new OutboxError(error?.name === 'VersionError' ? 'newer-app' : 'unavailable', error);
    });
    return this.#opened;
  }

  async #open(): Promise<OutboxDatabase> {
    const db = (await wrap(openRequest(this.#env.indexedDB))) as OutboxDatabase;
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
