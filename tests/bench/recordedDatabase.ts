import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queryable } from '../../server/data/db/db.ts';

/** `ms`: from the query to its result. `sender` has the stack of the code that sent it. */
export type Statement = { sql: string; params: readonly unknown[]; ms: number; sender: Error };

export type RecordedDatabase = Database & {
  /** Records the statements that `work` runs, outside a transaction and in one; not those that run concurrently. */
  record(work: () => Promise<unknown>): Promise<Statement[]>;
};

/** Wraps a database to record its statements. */
export function recordedDatabase(db: Database): RecordedDatabase {
  const recording = new AsyncLocalStorage<Statement[]>();

  function listening<Q extends Queryable>(inner: Q): Q {
    return {
      ...inner,
      query: async (sql, params = [], name) => {
        const statement = { sql, params, ms: 0, sender: new Error('sent') };
        recording.getStore()?.push(statement);
        const began = performance.now();
        try {
          return await inner.query(sql, params, name);
        } finally {
          statement.ms = performance.now() - began;
        }
      },
    };
  }

  return {
    ...listening(db),
    tx: (work) => db.tx((inside) => work(listening(inside))),
    async record(work) {
      const statements: Statement[] = [];
      await recording.run(statements, work);
      return statements;
    },
  };
}
