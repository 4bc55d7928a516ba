import type { Database, Queryable } from '../../server/data/db.ts';

type Statement = { sql: string; params: readonly unknown[] };

export type RecordedDatabase = Database & {
  /** The statements that `work` runs, outside a transaction and in one. */
  record(work: () => Promise<unknown>): Promise<Statement[]>;
};

/** A database that can tell which statements were run on it. */
export function recordedDatabase(db: Database): RecordedDatabase {
  let recording: Statement[] | undefined;

  function listening<Q extends Queryable>(inner: Q): Q {
    return {
      ...inner,
      query: (sql, params = []) => {
        recording?.push({ sql, params });
        return inner.query(sql, params);
      },
    };
  }

  return {
    ...listening(db),
    tx: (work) => db.tx((inside) => work(listening(inside))),
    async record(work) {
      const statements: Statement[] = [];
      recording = statements;
      await work();
      recording = undefined;
      return statements;
    },
  };
}
