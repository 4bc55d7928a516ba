import pg from 'pg';
import { Unavailable } from '../../errors/errors.ts';
import type { Database, Queryable } from './db.ts';
import { listenOnPostgres } from './postgresListener.ts';
import { endsConnection, isTransientState, sqlState, swallowedErrorText } from './sqlState.ts';

export type PostgresOptions = {
  /** Address to listen at, where `url` is that of a pooler that gives a connection to each transaction. */
  listenUrl?: string;
  /** Maximum number of connections, besides the one that listens. */
  poolSize?: number;
  /** Called for each statement that took at least `slowMs`, with its text, which contains no personal data, and its milliseconds. */
  onSlow?: (sql: string, ms: number) => void;
  slowMs?: number;
};

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
  if (error instanceof pg.DatabaseError) return isTransientState(sqlState(error));
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return lostCode.test(code) || lostMessage.test(error.message);
}

/** Whether a connection is lost, or in an unknown state, after an error. */
function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return endsConnection(sqlState(error));
  return isPassing(error);
}

/** Parses `bigint` as a number: sizes, counts and seconds stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

/** Opens a pool that survives a restart of the server: drops lost connections, and connects again with the next statement. */
export function postgresDatabase(url: string, options: PostgresOptions = {}): Database {
  const { listenUrl = url, poolSize = usualPoolSize, slowMs = 0, onSlow } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1000,
    keepAlive: true,
    types,
  });
  // Without a listener, a lost idle connection would end the process.
  pool.on('error', () => {});

  function queryOn(client: pg.PoolClient): Queryable['query'] {
    return async <R>(text: string, params: readonly unknown[] = [], name?: string) => {
      const began = performance.now();
      try {
        return (await client.query({ text, values: [...params], ...(name && { name }) })).rows as R[];
      } finally {
        const ms = Math.round(performance.now() - began);
        if (ms >= slowMs) onSlow?.(text, ms);
      }
    };
  }

  /** Runs `work` on a connection of the pool. @param isCommitting whether `work` may have been committed when the connection is lost */
  async function withClient<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    isCommitting = () => false,
  ): Promise<T> {
    // A connection that is lost between two statements emits it; the next statement then fails.
    const onLost = () => {};
    let client: pg.PoolClient | undefined;
    let broken = false;
    try {
      client = await pool.connect();
      client.on('error', onLost);
      return await work(client);
    } catch (error) {
      broken = isLost(error);
      throw isPassing(error) ? new Unavailable('database', error, isCommitting()) : error;
    } finally {
      client?.off('error', onLost);
      client?.release(broken);
    }
  }

  return {
    query: (...statement) => withClient((client) => queryOn(client)(...statement)),
    async tx(work) {
      let isCommitting = false;
      const inTransaction = async (client: pg.PoolClient) => {
        await client.query('begin');
        try {
          const result = await work({
            query: queryOn(client),
            async script(sql) {
              // The types of pg lack `query_timeout` of a single query.
              const script = {
                text: `set local statement_timeout = 0; ${sql}`,
                query_timeout: longestScriptMs,
              };
              await client.query(script);
            },
          });
          isCommitting = true;
          if ((await client.query('commit')).command !== 'COMMIT') throw new Error(swallowedErrorText);
          return result;
        } catch (error) {
          // When the connection is lost, the server rolls back by itself.
          if (!isLost(error)) await client.query('rollback');
          throw error;
        }
      };
      return withClient(inTransaction, () => isCommitting);
    },
    listen: (channel, onNotify) => listenOnPostgres(listenUrl, channel, onNotify),
    pool: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      if (!pool.ended && !pool.ending) await pool.end();
    },
  };
}
