/**
 * Runs one SQL statement with `$1` parameters and returns its rows.
 *
 * Both databases accept as parameters strings, numbers, booleans, null, arrays of these (`$1::text[]`), and JSON made with
 * `JSON.stringify` (`$1::jsonb`); nothing else may be used. They return `bigint` as a number and `jsonb` parsed. Times are epoch
 * seconds in `bigint`.
 *
 * PostgreSQL parses and plans a statement with a `name` once for each connection, which takes longer than to run it. A name belongs to
 * one text, which pg checks; PGlite plans each text once without it.
 */
export type Queryable = { query<R>(sql: string, params?: readonly unknown[], name?: string): Promise<R[]> };

/** A transaction. Each statement must be awaited before the next one. */
export type Transaction = Queryable & {
  /** Runs several statements without parameters, and without a time limit. */
  script(sql: string): Promise<void>;
};

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction (read committed), which is rolled back when `work` throws, and when it swallows the error of a
   * statement. `work` must use the `db` that it gets: a statement of the outer one is not part of the transaction, and waits for its
   * end where there is one connection only (PGlite).
   */
  tx<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  /**
   * Listens to the notifications of all processes on a channel. It never fails: it reconnects, and then calls `onNotify` with `''`,
   * because notifications may have been missed.
   *
   * @param channel lower-case letters and `_`
   * @returns a function that stops listening
   */
  listen(channel: string, onNotify: (payload: string) => void): () => Promise<void>;
  /** Returns the number of connections and of requests that wait for one; absent where there is only one connection (PGlite). */
  pool?: () => { inUse: number; idle: number; waiting: number };
  /** Cleans up after deleted rows and counts what is there for the planner; absent where the database does so itself (PostgreSQL). */
  vacuum?: () => Promise<void>;
  close(): Promise<void>;
};

/**
 * Sends a payload (below 8000 bytes) to all listeners of a channel. Must not run in a transaction that writes: commits with
 * notifications take a lock of the whole server, which would serialize those writes.
 */
export async function notify(db: Database, channel: string, payload: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [channel, payload]);
}

/** Rejects when the database does not respond or, as a former primary, accepts no writes; the connection that led there is ended then. */
export async function assertWritable(db: Queryable): Promise<void> {
  await db.query(`do $$ begin
      if current_setting('transaction_read_only') <> 'off' then raise read_only_sql_transaction; end if;
    end $$`);
}
