import type { Database, Queryable, Transaction } from '../../../server/data/db/db.ts';
import type { serialQueue } from '../../../src/timing.ts';
import type { Scheduler } from '../run/Scheduler.ts';

/** What a server had open when it was killed ends with this, and nobody hears of it. */
class Killed extends Error {}

/** Statements after whose commit there may be something that the checks have to know. */
const telling = /(insert into|update) (messages|staff_notes|jobs|users|deliverables)\b/;

/** The statement by which a push counts the inbox of its recipient. */
const countsInbox = /as unread\s+from users/;

/** The longest time, in milliseconds, that a statement and the way to the database take. */
const statementMs = 4;

/** The turns of all servers on the one connection of the embedded database. A wait for a turn is no work that the scheduler waits for. */
export type Turns = ReturnType<typeof serialQueue>;

/**
 * The connections of one server to the embedded database, which all servers of the world share. When a statement begins, and when its
 * server hears of its end, is the scheduler's choice; a server that is killed between two statements has its transaction rolled back.
 *
 * @param onCommit called with each transaction that was committed, before its server knows
 * @param onInboxCount called with what a push counts, in the same turn
 */
export function connect(
  db: Database,
  sim: Scheduler,
  turns: Turns,
  onCommit: () => Promise<void>,
  onInboxCount: (email: string, unread: number, db: Pick<Queryable, 'query'>) => Promise<void>,
): { db: Database; kill(): void } {
  let isAlive = true;
  const killed = Promise.withResolvers<never>();
  killed.promise.catch(() => undefined);
  const never = new Promise<never>(() => undefined);
  const stops: (() => Promise<void>)[] = [];
  const pause = () => sim.pass(0, statementMs, () => isAlive);

  /** Has the server hear of an outcome later, or never. */
  async function answered<T>(work: Promise<T>): Promise<T> {
    const outcome = await work.then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    if (!isAlive) return never;
    await pause();
    return outcome();
  }

  /** Runs a statement, and has what a push counts by it checked. */
  async function run<R>(
    db: Pick<Queryable, 'query'>,
    ...statement: Parameters<Queryable['query']>
  ): Promise<R[]> {
    const rows = await db.query<R>(...statement);
    const [row] = rows as { unread?: number }[];
    const [sql, values] = statement;
    if (countsInbox.test(sql) && row?.unread !== undefined)
      await onInboxCount(String(values?.[0]), row.unread, db);
    return rows;
  }

  async function transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (!isAlive) throw new Killed();
    // Its beginning and its end are work of the database; between its statements, others of the world go on.
    let endWork = sim.begin();
    let isTelling = false;
    try {
      const value = await db.tx(async (tx) => {
        endWork();
        const query: Transaction['query'] = async (...statement) => {
          await pause();
          isTelling ||= telling.test(statement[0]);
          return sim.outside(run(tx, ...statement));
        };
        const script = (sql: string) => sim.outside(tx.script(sql));
        const last = work({ query, script }).then(async (done) => {
          await pause();
          return done;
        });
        try {
          return await Promise.race([last, killed.promise]);
        } finally {
          endWork = sim.begin();
        }
      });
      if (isTelling) await onCommit();
      return value;
    } finally {
      endWork();
    }
  }

  return {
    db: {
      async query(...statement) {
        await pause();
        return answered(turns(() => sim.outside(run(db, ...statement))));
      },
      async tx(work) {
        await pause();
        return answered(turns(() => transact(work)));
      },
      listen(channel, onNotify) {
        const listening = turns(async () =>
          db.listen(channel, (payload) => {
            sim.after(sim.between(0, statementMs), () => isAlive && onNotify(payload));
          }),
        );
        const stop = async () => (await listening)();
        stops.push(stop);
        return stop;
      },
      async close() {},
      async vacuum() {},
    },
    kill() {
      isAlive = false;
      killed.reject(new Killed());
      for (const stop of stops) void stop().catch(() => undefined);
    },
  };
}
