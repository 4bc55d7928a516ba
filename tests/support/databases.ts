import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { inject } from 'vitest';
import { type Database, openPostgres } from '../../server/data/db.ts';
import { pgliteDatabase } from '../../server/data/pglite.ts';

export type DatabaseKind = 'pglite' | 'postgres';
export const databaseKinds: readonly DatabaseKind[] = ['pglite', 'postgres'];

export type TestDatabase = {
  db: Database;
  /** Of a PostgreSQL database, for a second connection; `''` for PGlite. */
  url: string;
  /** Closes it, and drops it where it would stay. */
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

/** A PostgreSQL database with a name of its own: empty, or in its newest shape. */
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

type Pooled = { db: Database; shape: string };

/** PGlites of this process that nobody uses any more, emptied: to start one takes longer than most tests. */
const idle: Pooled[] = [];

/** What a test may have added to the tables, or taken from them. */
async function shapeOf(db: Database): Promise<string> {
  const [row] = await db.query<{ shape: string }>(
    `select md5(concat(
       (select string_agg(t::text, '' order by oid) from pg_trigger t),
       (select string_agg(c::text, '' order by oid) from pg_constraint c),
       (select string_agg(attrelid || attname, '' order by attrelid, attnum) from pg_attribute where not attisdropped),
       (select string_agg(oid::text, '' order by oid) from pg_proc)
     )) as shape`,
  );
  return row?.shape ?? '';
}

/** Also what a test left behind by its clock or its sequences is gone. */
async function emptied(db: Database): Promise<void> {
  const tables = await db.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  );
  // The audit trail's triggers would refuse it.
  await db.query('set session_replication_role = replica');
  await db.query(`truncate ${tables.map(({ name }) => name).join(', ')} restart identity cascade`);
  await db.query('set session_replication_role = origin');
}

async function freshPglite(): Promise<Pooled> {
  const db = await pgliteDatabase({ loadDataDir: await openAsBlob(inject('pgliteShaped')) });
  return { db, shape: await shapeOf(db) };
}

async function shapedPglite(): Promise<TestDatabase> {
  const pooled = idle.pop() ?? (await freshPglite());
  const { db, shape } = pooled;
  return {
    db,
    url: '',
    async end() {
      try {
        await emptied(db);
        if ((await shapeOf(db)) === shape) idle.push(pooled);
        else await db.close();
      } catch {
        // A test closed it, or broke it.
        await db.close();
      }
    },
  };
}

/** A database of its own, in its newest shape unless told to leave it as it was born. */
export async function newDatabase(kind: DatabaseKind, isMigrated = true): Promise<TestDatabase> {
  if (kind === 'pglite' && isMigrated) return shapedPglite();
  if (kind === 'pglite') {
    const db = await pgliteDatabase({ loadDataDir: await openAsBlob(inject('pgliteDump')) });
    return { db, url: '', end: () => db.close() };
  }
  const { url, drop } = await newPostgresDatabase(isMigrated);
  const db = await openPostgres(url);
  return {
    db,
    url,
    async end() {
      await db.close();
      await drop();
    },
  };
}
