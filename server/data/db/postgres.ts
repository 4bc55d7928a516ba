import pg from 'pg';
import { Unavailable } from '../../http/errors.ts';
import type { Database, PostgresOptions, Queryable, Transaction } from './db.ts';
import { pipelined } from './pipelined.ts';
import { listenOnPostgres } from './postgresListener.ts';
import { preparedName } from './preparedStatement.ts';
import { isPassingState, sqlState } from './sqlState.ts';
import { swallowed, transactionScope } from './transactionScope.ts';

const connectTimeoutMs = 5000;
/** A statement that takes longer is cancelled, here and on the server. */
const statementTimeoutMs = 15_000;
/** Migrations rewrite tables of any size. */
const longestScriptMs = 24 * 3600 * 1000;
const usualPoolSize = 10;

const lostCode = /^(E[A-Z]{4,}|ERR_SSL)/;
const lostMessage =
  /Connection terminated|Query read timeout|timeout exceeded|not queryable|connection error|after calling end/i;

function isPassing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return isPassingState(sqlState(error));
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return lostCode.test(code) || lostMessage.test(error.message);
}

/** Whether a connection can be used again after an error: not one in an unknown state. */
function isConnectionUsable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57P)/.test(sqlState(error));
}

function readable(error: unknown, maybeCommitted = false): unknown {
  return isPassing(error) ? new Unavailable('database', error, maybeCommitted) : error;
}

/** Parses `bigint` as a number: sizes, counts and seconds stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

type Timed = <T>(sql: string, work: () => Promise<T>) => Promise<T>;

function queryableOf(client: pg.PoolClient, timed: Timed): Queryable {
  return {
    async query<R>(sql: string, params: readonly unknown[] = []) {
      const name = preparedName(sql);
      const statement = { text: sql, values: [...params], ...(name !== undefined && { name }) };
      return timed(sql, async () => (await client.query(statement)).rows as R[]);
    },
  };
}

/** @param last collects the statements that are awaited with the commit */
function transactionOf(client: pg.PoolClient, timed: Timed, last: Promise<unknown>[]): Transaction {
  const queryable = queryableOf(client, timed);
  return {
    ...queryable,
    async script(sql) {
      // The types of pg lack `query_timeout` of a single query.
      const script = { text: `set local statement_timeout = 0; ${sql}`, query_timeout: longestScriptMs };
      await client.query(script);
    },
    lastly(sql, params) {
      const done = queryable.query(sql, params);
      done.catch(() => {});
      last.push(done);
    },
  };
}

/** Opens a pool that survives a restart of the server: drops lost connections, and connects again with the next statement. */
export function postgresDatabase(url: string, options: PostgresOptions = {}): Database {
  const { poolSize = usualPoolSize, slowMs = 0, onSlow } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1000,
    keepAlive: true,
    // Statements that are run without waiting are in flight together.
    pipeline: true,
    types,
  });
  const scope = transactionScope();
  const timed: Timed = async (sql, work) => {
    if (!onSlow) return work();
    const began = performance.now();
    try {
      return await work();
    } finally {
      const ms = Math.round(performance.now() - began);
      if (ms >= slowMs) onSlow(sql, ms);
    }
  };
  // Without a listener, a lost idle connection would end the process.
  pool.on('error', () => {});

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    scope.mustBeOutside();
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      throw readable(error);
    }
    // A connection that is lost between two statements emits it here; the next statement then fails.
    const onLost = () => {};
    client.on('error', onLost);
    let broken = false;
    try {
      return await work(client);
    } catch (error) {
      broken = isPassing(error) && !isConnectionUsable(error);
      throw error;
    } finally {
      client.off('error', onLost);
      client.release(broken);
    }
  }

  return {
    async query<R>(sql: string, params: readonly unknown[] = []) {
      return withClient((client) => queryableOf(client, timed).query<R>(sql, params)).catch((error) => {
        throw readable(error);
      });
    },
    async tx(work) {
      let committing = false;
      return withClient(async (client) => {
        const begun = client.query('begin');
        begun.catch(() => {});
        const last: Promise<unknown>[] = [];
        try {
          const result = await scope.inside(() => work(transactionOf(client, timed, last)));
          committing = true;
          const committed = client.query('commit');
          await pipelined(begun, ...last, committed);
          if ((await committed).command !== 'COMMIT') throw new Error(swallowed);
          return result;
        } catch (error) {
          // When the connection is lost, the server rolls back by itself.
          if (!isPassing(error) || isConnectionUsable(error)) await client.query('rollback');
          throw error;
        }
      }).catch((error) => {
        throw readable(error, committing);
      });
    },
    listen: (channel, onNotify) => listenOnPostgres(url, channel, onNotify),
    async close() {
      if (!pool.ended && !pool.ending) await pool.end();
    },
  };
}
