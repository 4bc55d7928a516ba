import { PGlite, type PGliteOptions, type Transaction as PgliteTransaction } from '@electric-sql/pglite';
import { Unavailable } from '../errors.ts';
import type { Database, Transaction } from './db.ts';
import { isPassingState, sqlState } from './sqlState.ts';
import { swallowed, transactionScope } from './transactionScope.ts';

function transactionOf(tx: PgliteTransaction): Transaction {
  return {
    async query<R>(sql: string, params: readonly unknown[] = []) {
      return (await tx.query<R>(sql, [...params])).rows;
    },
    async script(sql) {
      await tx.exec(sql);
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
          const result = await scope.inside(() => work(transactionOf(tx)));
          await tx.query('select 1').catch((cause) => {
            throw new Error(swallowed, { cause });
          });
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
