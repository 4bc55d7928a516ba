import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../server/data/db/db.ts';
import { openPostgres } from '../../server/data/db/db.ts';
import { migrate } from '../../server/data/db/migrate.ts';
import { brokenConstraint } from '../../server/data/db/sqlState.ts';
import { databaseKinds, newDatabase, newPostgresDatabase, type TestDatabase } from '../support/databases.ts';
import { testAddress } from '../support/people.ts';

describe.each(databaseKinds)('the database (%s)', (kind) => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await newDatabase(kind);
    db = database.db;
    await db.query('create table things (id integer primary key, name text, many bigint, data jsonb)');
  });
  afterAll(() => database.end());

  async function names(): Promise<string[]> {
    const rows = await db.query<{ name: string }>('select name from things order by id');
    return rows.map((row) => row.name);
  }

  it('gives bigint as a number, jsonb parsed, arrays as arrays, and null as null', async () => {
    const sql = `select $1::bigint as big, count(*) as count, $2::jsonb as data, $3::text[] as list, $4::text as nothing,
      true as yes, 1.5::double precision as half from (values (1), (2)) as pair`;
    const params = [1_795_257_000, JSON.stringify({ a: ['ä', 1, null] }), ['one', 'two, three', ''], null];
    expect(await db.query(sql, params)).toEqual([
      {
        big: 1_795_257_000,
        count: 2,
        data: { a: ['ä', 1, null] },
        list: ['one', 'two, three', ''],
        nothing: null,
        yes: true,
        half: 1.5,
      },
    ]);
  });

  it('commits a transaction that ends, and rolls back one that throws', async () => {
    await db.tx(async (tx) => {
      await tx.query("insert into things (id, name) values (1, 'kept')");
    });
    const failing = db.tx(async (tx) => {
      await tx.query("insert into things (id, name) values (2, 'undone')");
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await names()).toEqual(['kept']);
  });

  it('rolls back a transaction whose statement fails, and names the violated constraint', async () => {
    const failing = db.tx(async (tx) => {
      await tx.query("insert into things (id, name) values (3, 'undone')");
      await tx.query("insert into things (id, name) values (1, 'twice')");
    });
    const error: unknown = await failing.catch((reason: unknown) => reason);
    expect(brokenConstraint(error)).toBe('things_pkey');
    expect(brokenConstraint(new Error('another'))).toBe('');
    expect(await names()).toEqual(['kept']);
  });

  it('rolls back and throws when the error of a statement was swallowed', async () => {
    const swallowing = db.tx(async (tx) => {
      await tx.query("insert into things (id, name) values (4, 'lost')");
      await tx.query("insert into things (id, name) values (1, 'twice')").catch(() => {});
    });
    await expect(swallowing).rejects.toThrow('its error went no further');
    expect(await names()).toEqual(['kept']);
  });

  it('runs many transactions side by side', async () => {
    await db.query("insert into things (id, name, many) values (10, 'counter', 0)");
    await Promise.all(
      Array.from({ length: 40 }, () =>
        db.tx(async (tx) => {
          await tx.query('update things set many = many + 1 where id = 10');
        }),
      ),
    );
    expect(await db.query('select many from things where id = 10')).toEqual([{ many: 40 }]);
  });

  it('does nothing when migrated again', async () => {
    expect(await migrate(db)).toEqual([]);
  });
});

describe('migrations', () => {
  it('run once when several processes start together', async () => {
    const { url, drop } = await newPostgresDatabase();
    const processes = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url)));
    const ran = await Promise.all(processes.map((db) => migrate(db)));
    const all = await readdir(new URL('../../server/migrations/', import.meta.url));
    expect(ran.flat().sort()).toEqual(all.sort());
    await Promise.all(processes.map((db) => db.close()));
    await drop();
  });

  it('give way to a transaction that needs what they have locked', async () => {
    const { url, drop } = await newPostgresDatabase();
    const [db, earlier] = [await openPostgres(url), await openPostgres(url)];
    const all = await readdir(new URL('../../server/migrations/', import.meta.url));
    await migrate(
      db,
      all.filter((name) => name < '036'),
    );
    let ran: Promise<string[]> | undefined;
    await earlier.tx(async (tx) => {
      await tx.query('lock table messages in row exclusive mode');
      // Locks jobs and history, then waits for the messages.
      ran = migrate(db);
      await vi.waitUntil(
        () =>
          db
            .query("select 1 from pg_locks where relation = 'messages'::regclass and not granted")
            .then(([one]) => one),
        { timeout: 20_000 },
      );
      await tx.query('lock table history in row exclusive mode');
    });
    expect(await ran).toContain('036_job_times.sql');
    await Promise.all([db.close(), earlier.close()]);
    await drop();
  });
});

describe('jobs of an earlier version', () => {
  it('are found by the company of their client, which was in their search words', async () => {
    const { url, drop } = await newPostgresDatabase();
    const db = await openPostgres(url);
    const all = await readdir(new URL('../../server/migrations/', import.meta.url));
    await migrate(
      db,
      all.filter((name) => name < '020'),
    );
    const address = JSON.stringify(testAddress);
    for (const [email, company] of [
      ['reporter', 'Ärger & Söhne'],
      ['new', 'Élm-Roofs 24/7'],
      ['nobody', ''],
    ]) {
      await db.query(
        `insert into users (email, first_name, last_name, company, address, user_type, created, updated)
          values ($1, 'Kim', 'Stone', $2, $3::jsonb, 'CLIENT', 1, 1)`,
        [email, company, address],
      );
    }
    await db.query(
      `insert into jobs (job_id, job_code, project, address, job_reporter, job_type, category, job_priority, job_delivery_mode,
          delivery_priority, services, status, duplicate_key, search, created, updated)
        values ('job', 'J1', 'Garage', $1::jsonb, 'reporter', 'RESIDENTIAL', 'STAMP', 'NORMAL', 'DIGITAL_COPY', 'STANDARD', '[]',
          'IN_PROGRESS', 'key', array_to_tsvector(array['garage', '@arger', '@sohne']), 1, 1)`,
      [address],
    );
    expect(await migrate(db)).toContain('020_company_words.sql');
    expect(
      await db.query('select email, tsvector_to_array(company_words) as words from users order by email'),
    ).toEqual([
      { email: 'new', words: ['24', '7', 'elm', 'roofs'] },
      { email: 'nobody', words: [] },
      { email: 'reporter', words: ['arger', 'sohne'] },
    ]);
    expect(await db.query('select tsvector_to_array(search) as words from jobs')).toEqual([
      { words: ['garage'] },
    ]);
    await db.close();
    await drop();
  });
});
