import { PGlite, type PGliteOptions, type Transaction as PgliteTransaction } from '@electric-sql/pglite';
import { Unavailable } from '../errors.ts';
import type { Database, Transaction } from './db.ts';
import { isPassingState, sqlState } from './sqlState.ts';
import { swallowed, transactionScope } from './transactionScope.ts';

/** A transaction that knows how it ends. */
type Ending = Transaction & { end(): Promise<void> };

function transactionOf(tx: PgliteTransaction): Ending {
  const last: [string, readonly unknown[]][] = [];
  let broken: { cause: unknown } | undefined;

  async function noticed<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      broken ??= { cause };
      throw cause;
    }
  }

  return {
    async query<R>(sql: string, params: readonly unknown[] = []) {
      return (await noticed(tx.query<R>(sql, [...params]))).rows;
    },
    async script(sql) {
      await noticed(tx.exec(sql));
    },
    lastly(sql, params) {
      last.push([sql, params]);
    },
    async end() {
      if (broken) throw new Error(swallowed, broken);
      for (const [sql, params] of last) await tx.query(sql, [...params]);
    },
  };
}

/** Transactions and statements take turns on the one connection there is. */
export async function pgliteDatabase(options: PGliteOptions): Promise<Database> {
  const pglite = await PGlite.create(options);
  const scope = transactionScope();

  async function open<T>(work: () => Promise<T>): Promise<T> {
    scope.mustBeOutside();
    if (pglite.closed) throw new Unavailable('database');
    try {
      return await work();
    } catch (error) {
      throw isPassingState(sqlState(error)) ? new Unavailable('database', error) : error;
    }
  }

  return {
    async query<R>(sql: string, params: readonly unknown[] = []) {
      return open(async () => (await pglite.query<R>(sql, [...params])).rows);
    },
    async tx(work) {
      return open(() =>
        pglite.transaction(async (tx) => {
          const transaction = transactionOf(tx);
          const result = await scope.inside(() => work(transaction));
          await transaction.end();
          return result;
        }),
      );
    },
    listen(channel, onNotify) {
      const listening = pglite.listen(channel, onNotify).catch(() => undefined);
      return async () => {
        const stop = await listening;
        if (!pglite.closed) await stop?.().catch(() => undefined);
      };
    },
    async close() {
      if (!pglite.closed) await pglite.close();
    },
  };
}
