/**
 * Anything that takes one SQL statement with `$1` parameters and answers its rows.
 *
 * The two databases agree on this much, so keep to it: a parameter is a string, number, boolean, null, an array of
 * these (`$1::text[]`), or JSON made with `JSON.stringify` (`$1::jsonb`). `bigint` comes out as a number, `jsonb`
 * parsed. Times are epoch seconds in `bigint`.
 */
export type Queryable = { query<R>(sql: string, params?: readonly unknown[]): Promise<R[]> };

/**
 * Inside a transaction. Statements that are asked at once run one after the other, in the order in which they were asked, and go to
 * a server together.
 */
export type Transaction = Queryable & {
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>;
  /** Runs a statement whose rows nobody needs together with the commit, which fails as it does. */
  lastly(sql: string, params: readonly unknown[]): void;
};

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction (read committed): all of it is kept, or, when it throws, nothing.
   * `work` must use the `db` it is given: the outer one would wait for itself on the single connection of PGlite, and
   * leave the transaction on PostgreSQL, so both refuse it.
   */
  tx<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  /**
   * Hears what is told on a channel, by whichever process, until the function it gives back is called. It does not fail: a
   * line that cannot be had or breaks is made anew, and because nobody knows what was told meanwhile, `onNotify` is then
   * called with `''`.
   *
   * @param channel lower-case letters and `_`
   */
  listen(channel: string, onNotify: (payload: string) => void): () => Promise<void>;
  close(): Promise<void>;
};

/**
 * Tells a payload (below 8000 bytes) to all who listen on a channel. Must not be called in a transaction that writes: the
 * commit of one that has something to tell waits for a lock of the whole server, so that such writes would be kept one
 * after the other.
 */
export async function notify(db: Database, channel: string, payload: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [channel, payload]);
}

/** The embedded database, in a folder, or in memory without one. */
export async function openPglite(folder?: string): Promise<Database> {
  const { pgliteDatabase } = await import('./pglite.ts');
  return pgliteDatabase(folder === undefined ? {} : { dataDir: folder });
}

export type PostgresOptions = {
  /** Lines at once, beside the one that listens. */
  poolSize?: number;
  /** Told of each statement that took at least `slowMs`: its text, which holds nobody's data, and its milliseconds. */
  onSlow?: (sql: string, ms: number) => void;
  slowMs?: number;
};

/** A PostgreSQL server by its address, `postgres://user:password@host:5432/name`. Connects when first asked. */
export async function openPostgres(url: string, options?: PostgresOptions): Promise<Database> {
  const { postgresDatabase } = await import('./postgres.ts');
  return postgresDatabase(url, options);
}
