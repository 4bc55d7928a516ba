import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { inject } from 'vitest';
import type { Database } from '../../../server/data/db/db.ts';
import { openPostgres } from '../../../server/data/db/open.ts';
import { pgliteDatabase } from '../../../server/data/db/pglite.ts';
import { emptied } from './emptied.ts';
import { openAt } from './openAt.ts';

export type DatabaseKind = 'pglite' | 'postgres';
export const databaseKinds: readonly DatabaseKind[] = ['pglite', 'postgres'];

export type TestDatabase = {
  db: Database;
  /** Address of a PostgreSQL database, for a second connection; `''` for PGlite. */
  url: string;
  /** Closes it, and drops it if it would remain. */
  end(): Promise<void>;
};

async function onServer(sql: string): Promise<void> {
  const server = await openPostgres(`${inject('postgresUrl')}/postgres`);
  try {
    await server.query(sql);
  } finally {
    await server.close();
  }
}

/** Creates a PostgreSQL database with a name of its own: empty, or with the current schema. */
export async function newPostgresDatabase(
  isMigrated = false,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} ${isMigrated ? `template ${inject('postgresShaped')}` : ''}`);
  return {
    url: `${inject('postgresUrl')}/${name}`,
    drop: () => onServer(`drop database ${name} with (force)`),
  };
}

type Pooled = { db: Database; url: string; shape: string; end(): Promise<void> };

/** Unused databases of this process, emptied: creating one takes longer than most tests. */
const idle: Record<DatabaseKind, Pooled[]> = { pglite: [], postgres: [] };

/** The product's objects have larger oids than those that every database starts with. */
const firstOid = 16384;

/** Returns the schema of the tables, which a test may have changed. */
async function shapeOf(db: Database): Promise<string> {
  const [row] = await db.query<{ shape: string }>(
    `select md5(concat(
       (select string_agg(t::text, '' order by oid) from pg_trigger t),
       (select string_agg(c::text, '' order by oid) from pg_constraint c where oid >= ${firstOid}),
       (select string_agg(attrelid || attname, '' order by attrelid, attnum) from pg_attribute
        where attrelid >= ${firstOid} and not attisdropped),
       (select string_agg(oid::text, '' order by oid) from pg_proc where oid >= ${firstOid})
     )) as shape`,
  );
  return row?.shape ?? '';
}

async function freshDatabase(kind: DatabaseKind): Promise<Pooled> {
  if (kind === 'pglite') {
    const db = await pgliteDatabase({ loadDataDir: await openAsBlob(inject('pgliteShaped')) });
    return { db, url: '', shape: await shapeOf(db), end: () => db.close() };
  }
  const { url, drop } = await newPostgresDatabase(true);
  const db = await openAt(url);
  const end = async () => {
    await db.close();
    await drop();
  };
  return { db, url, shape: await shapeOf(db), end };
}

async function shapedDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const pooled = idle[kind].pop() ?? (await freshDatabase(kind));
  const { db, url, shape } = pooled;
  return {
    db,
    url,
    async end() {
      try {
        await emptied(db);
        if ((await shapeOf(db)) === shape) idle[kind].push(pooled);
        else await pooled.end();
      } catch {
        // A test closed or broke it.
        await pooled.end();
      }
    },
  };
}

/** Returns a database of the test's own, with the current schema unless told to leave it empty. */
export async function newDatabase(kind: DatabaseKind, isMigrated = true): Promise<TestDatabase> {
  if (isMigrated) return shapedDatabase(kind);
  if (kind === 'pglite') {
    const db = await pgliteDatabase({});
    return { db, url: '', end: () => db.close() };
  }
  const { url, drop } = await newPostgresDatabase();
  const db = await openAt(url);
  return {
    db,
    url,
    async end() {
      await db.close();
      await drop();
    },
  };
}
