import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Unavailable } from '../../errors/errors.ts';
import { StartError } from '../../errors/startError.ts';
import type { Database, Transaction } from './db.ts';
import { lockNotAvailable, sqlState } from './sqlState.ts';

/** An advisory lock; any number that nothing else in this database uses. */
const migrationLock = 7_402_511;
const lockPollMs = 100;
/**
 * Limit of a wait for a table lock: below PostgreSQL's deadlock timeout of a second, so that the step gives way and not the other
 * transaction.
 */
const tableLockMs = 500;
const mostTries = 60;
const productFolder = new URL('../../migrations/', import.meta.url);

type Step = { name: string; sql: string };

async function stepsIn(folder: URL): Promise<Step[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })),
  );
}

/** Returns the steps with these names, by default all. */
function chosen(all: readonly Step[], names: readonly string[] | undefined): readonly Step[] {
  if (!names) return all;
  const unknown = names.find((name) => !all.some((step) => step.name === name));
  if (unknown) throw new StartError(`The migration ${unknown} is of a later version of the product.`);
  return all.filter(({ name }) => names.includes(name));
}

/** Applies the first step that is missing. @returns its name, null when there is none */
async function applyNext(db: Transaction, all: readonly Step[]): Promise<string | null> {
  await db.script(
    'create table if not exists migrations (name text primary key, applied timestamptz not null default now())',
  );
  const rows = await db.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map((row) => row.name));
  const next = all.find((step) => !applied.has(step.name));
  if (!next) return null;
  await db.script(`set local lock_timeout = ${tableLockMs}; ${next.sql}`);
  await db.query('insert into migrations (name) values ($1)', [next.name]);
  return next.name;
}

function isLocked(error: unknown): boolean {
  return error instanceof Unavailable && sqlState(error.cause) === lockNotAvailable;
}

/**
 * Runs the migrations that have not run yet, in the order of their names, each in a transaction of its own: its locks end before the next
 * one begins, because servers of the previous version keep running. A step that waits too long for a lock is undone and tried again. Of
 * several processes that start together, one at a time migrates and the others wait.
 *
 * @param only these names, for the database of a backup
 * @param folder of the SQL files, with a `/` at its end
 * @returns the names of the files that this process ran
 * @throws StartError for an unknown name
 */
export async function migrate(
  db: Database,
  { only, folder = productFolder }: { only?: readonly string[]; folder?: URL } = {},
): Promise<string[]> {
  const all = chosen(await stepsIn(folder), only);
  const done: string[] = [];
  let tries = 0;
  for (;;) {
    const next = await db
      .tx(async (tx) => {
        // Polls, because waiting for the lock could exceed the time limit of a statement.
        const [lock] = await tx.query<{ got: boolean }>('select pg_try_advisory_xact_lock($1) as got', [
          migrationLock,
        ]);
        return lock?.got ? applyNext(tx, all) : undefined;
      })
      .catch((error: unknown) => {
        tries += 1;
        if (tries === mostTries || !isLocked(error)) throw error;
        return undefined;
      });
    if (next === null) return done;
    if (next === undefined) await wait(lockPollMs);
    else {
      done.push(next);
      tries = 0;
    }
  }
}
