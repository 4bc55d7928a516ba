import {
  Mutex,
  PGlite,
  type PGliteOptions,
  type Transaction as PgliteTransaction,
} from '@electric-sql/pglite';
import { Unavailable } from '../../http/errors.ts';
import type { Database, Transaction } from './db.ts';
import { preparedOn } from './pglitePrepared.ts';
import { preparedName } from './preparedStatement.ts';
import { isPassingState, sqlState } from './sqlState.ts';
import { swallowed, transactionScope } from './transactionScope.ts';

/** A transaction, and what runs before its commit. */
type Ending = Transaction & { end(): Promise<void> };

type Run = <R>(sql: string, params: readonly unknown[]) => Promise<R[]>;

function transactionOf(tx: PgliteTransaction, run: Run): Ending {
  /** Prepared and other statements would overtake one another. */
  const order = new Mutex();
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
      return noticed(order.runExclusive(() => run<R>(sql, params)));
    },
    async script(sql) {
      await noticed(order.runExclusive(() => tx.exec(sql)));
    },
    lastly(sql, params) {
      last.push([sql, params]);
    },
    async end() {
      if (broken) throw new Error(swallowed, broken);
      for (const [sql, params] of last) await run(sql, params);
    },
  };
}

/** Transactions and statements take turns on the one connection there is. */
export async function pgliteDatabase(options: PGliteOptions): Promise<Database> {
  const pglite = await PGlite.create(options);
  const scope = transactionScope();
  const runPrepared = preparedOn(pglite);
  /** PGlite knows nothing of prepared statements, and would let one of others run within a transaction. */
  const turn = new Mutex();

  /** @param plain runs statements that are not prepared */
  async function run<R>(plain: Pick<PGlite, 'query'>, sql: string, params: readonly unknown[]): Promise<R[]> {
    const name = preparedName(sql);
    if (name === undefined) return (await plain.query<R>(sql, [...params])).rows;
    return pglite.runExclusive(() => runPrepared<R>(name, sql, params));
  }

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
      return open(() => turn.runExclusive(() => run<R>(pglite, sql, params)));
    },
    async tx(work) {
      return open(() =>
        turn.runExclusive(() =>
          pglite.transaction(async (tx) => {
            const transaction = transactionOf(tx, (sql, params) => run(tx, sql, params));
            const result = await scope.inside(() => work(transaction));
            await transaction.end();
            return result;
          }),
        ),
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
