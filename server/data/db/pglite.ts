import { Mutex, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { Unavailable } from '../../errors/errors.ts';
import type { Database } from './db.ts';
import { PreparedStatements } from './preparedStatements.ts';
import { isTransientState, sqlState, swallowedErrorText } from './sqlState.ts';

/** Opens the embedded database. */
export async function pgliteDatabase(options: PGliteOptions): Promise<Database> {
  return databaseOn(await PGlite.create(options));
}

/** Makes the database of an embedded one that is open. Transactions and statements take turns on its only connection. */
export function databaseOn(pglite: PGlite): Database {
  const prepared = new PreparedStatements(pglite);
  /** Whose turn it is: PGlite's own turns know only of its own statements. */
  const turn = new Mutex();

  async function run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await turn.runExclusive(async () => {
        if (pglite.closed) throw new Unavailable('database');
        return work();
      });
    } catch (error) {
      throw isTransientState(sqlState(error)) ? new Unavailable('database', error) : error;
    }
  }

  return {
    query: <R>(sql: string, params: readonly unknown[] = []) => run(() => prepared.query<R>(sql, params)),
    tx: (work) =>
      run(() =>
        pglite.transaction(async (tx) => {
          const result = await work({
            query: <R>(sql: string, params: readonly unknown[] = []) => prepared.query<R>(sql, params),
            async script(sql) {
              await tx.exec(sql);
              await prepared.forget();
            },
          });
          // Fails after any statement that has failed.
          await tx.query('select 1').catch((cause: unknown) => {
            throw new Error(swallowedErrorText, { cause });
          });
          return result;
        }),
      ),
    listen(channel, onNotify) {
      const listening = turn.runExclusive(() => pglite.listen(channel, onNotify)).catch(() => undefined);
      return async () => {
        const stop = await listening;
        await turn.runExclusive(async () => !pglite.closed && (await stop?.().catch(() => undefined)));
      };
    },
    async vacuum() {
      const tables = await run(() =>
        prepared.query<{ name: string }>(
          "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
          [],
        ),
      );
      // One at a time, so that others have their turns between.
      for (const { name } of tables) await run(() => pglite.exec(`vacuum (analyze) ${name}`));
      // Nothing does it by time here: the log would grow to 1 GB, and be replayed after a power cut.
      await run(() => pglite.exec('checkpoint'));
    },
    async close() {
      await turn.runExclusive(async () => !pglite.closed && (await pglite.close()));
    },
  };
}
