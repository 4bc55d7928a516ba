import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { Unavailable } from '../../errors/errors.ts';
import type { Database } from './db.ts';
import { isTransientState, sqlState, swallowedErrorText } from './sqlState.ts';

/** Opens the embedded database. Transactions and statements take turns on its only connection. */
export async function pgliteDatabase(options: PGliteOptions): Promise<Database> {
  const pglite = await PGlite.create(options);

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (pglite.closed) throw new Unavailable('database');
    try {
      return await work();
    } catch (error) {
      throw isTransientState(sqlState(error)) ? new Unavailable('database', error) : error;
    }
  }

  return {
    query: <R>(sql: string, params: readonly unknown[] = []) =>
      run(async () => (await pglite.query<R>(sql, [...params])).rows),
    tx: (work) =>
      run(() =>
        pglite.transaction(async (tx) => {
          const result = await work({
            query: async <R>(sql: string, params: readonly unknown[] = []) =>
              (await tx.query<R>(sql, [...params])).rows,
            script: async (sql) => void (await tx.exec(sql)),
          });
          // Fails after any statement that has failed.
          await tx.query('select 1').catch((cause: unknown) => {
            throw new Error(swallowedErrorText, { cause });
          });
          return result;
        }),
      ),
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
