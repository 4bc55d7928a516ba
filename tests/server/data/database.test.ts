import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../../../server/data/db/db.ts';
import { assertWritable } from '../../../server/data/db/db.ts';
import { migrate } from '../../../server/data/db/migrate.ts';
import { openPostgres } from '../../../server/data/db/open.ts';
import { brokenConstraint } from '../../../server/data/db/sqlState.ts';
import { readDueRules } from '../../../server/data/due/dueRules.ts';
import { Unavailable } from '../../../server/errors/errors.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import {
  databaseKinds,
  newDatabase,
  newPostgresDatabase,
  type TestDatabase,
} from '../../support/database/databases.ts';
import { folderWithMigration } from '../../support/database/nextMigration.ts';
import { shippedMigrations } from '../../support/database/shippedMigrations.ts';
import { signUp } from '../../support/server/invitations.ts';
import { messageOf, newJob } from '../../support/server/jobs.ts';
import { people, savePeople } from '../../support/server/people.ts';
import { onBothDatabases, onPostgres, startOfTime } from '../../support/server/server.ts';

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

async function withMigration(name: string, sql: string): Promise<URL> {
  const folder = await folderWithMigration(name, sql);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('a statement with a name', () => {
  it('is planned once for each connection of PostgreSQL, and has one text', async () => {
    const { url, drop } = await newPostgresDatabase();
    // A pooler would name it anew.
    const db = await openPostgres(inject('listenUrl') + new URL(url).pathname, { poolSize: 1 });
    const double = (value: number) => db.query('select 2 * $1::integer as result', [value], 'double');
    expect([await double(2), await double(3)]).toEqual([[{ result: 4 }], [{ result: 6 }]]);
    const planned =
      'select name, (generic_plans + custom_plans)::integer as runs from pg_prepared_statements';
    expect(await db.query(planned)).toEqual([{ name: 'double', runs: 2 }]);
    await expect(db.query('select 3 * $1::integer as result', [2], 'double')).rejects.toThrow('unique');
    await db.close();
    await drop();
  });
});

describe('the embedded database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await newDatabase('pglite');
    await database.db.query('create table rows_of_this (id integer, text text)');
  });
  afterAll(() => database.end());

  it('plans a statement once, and anew once its table has changed', async () => {
    const { db } = database;
    const all = () => db.query('select * from rows_of_this where id >= $1', [0]);
    await db.query('insert into rows_of_this values ($1, $2)', [1, 'one']);
    expect([await all(), await all()]).toEqual([[{ id: 1, text: 'one' }], [{ id: 1, text: 'one' }]]);
    const runs =
      "select (generic_plans + custom_plans)::integer as runs from pg_prepared_statements where statement like 'select * from rows_of_this%'";
    expect(await db.query(runs)).toEqual([{ runs: 2 }]);
    await db.tx((tx) => tx.script("alter table rows_of_this add column more text default 'more'"));
    expect(await all()).toEqual([{ id: 1, text: 'one', more: 'more' }]);
  });

  it('has no statement planned that was not used for long', async () => {
    const { db } = database;
    for (let at = 0; at < 320; at += 1) await db.query(`select ${at} as number`);
    expect(await db.query('select count(*) as count from pg_prepared_statements')).toEqual([{ count: 300 }]);
  });

  it('goes on after a statement that failed, planned or not', async () => {
    const { db } = database;
    const half = (value: number) => db.query('select 1 / $1::integer as half', [value]);
    expect(await half(1)).toEqual([{ half: 1 }]);
    await expect(half(0)).rejects.toThrow('division by zero');
    await expect(db.query('select nothing')).rejects.toThrow('does not exist');
    expect(await half(1)).toEqual([{ half: 1 }]);
  });

  it('gives the room of deleted rows back, and counts the rows that are there', async () => {
    const { db } = database;
    await db.query("insert into rows_of_this select 1, repeat('x', 1000) from generate_series(1, 2000)");
    await db.query('delete from rows_of_this');
    await db.vacuum?.();
    const size =
      "select pg_relation_size('rows_of_this') as bytes, reltuples::integer as rows from pg_class where relname = 'rows_of_this'";
    expect(await db.query(size)).toEqual([{ bytes: 0, rows: 0 }]);
  });

  it('leaves what was written before its clean-up out of what is replayed after a power cut', async () => {
    const { db } = database;
    const replayed =
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::integer as bytes from pg_control_checkpoint()';
    await db.query("insert into rows_of_this select 1, repeat('x', 1000) from generate_series(1, 2000)");
    expect((await db.query<{ bytes: number }>(replayed))[0]?.bytes).toBeGreaterThan(2_000_000);
    await db.vacuum?.();
    expect((await db.query<{ bytes: number }>(replayed))[0]?.bytes).toBeLessThan(10_000);
  });
});

describe('a connection that accepts no writes', () => {
  it('ends with the check that finds it', async () => {
    const { url, drop } = await newPostgresDatabase();
    // A pooler would keep it.
    const db = await openPostgres(inject('listenUrl') + new URL(url).pathname, { poolSize: 1 });
    await assertWritable(db);
    await db.query('set default_transaction_read_only = on');
    await expect(assertWritable(db)).rejects.toThrow(Unavailable);
    await assertWritable(db);
    await db.close();
    await drop();
  });
});

describe('migrations', () => {
  it('run once when several processes start together', async () => {
    const { url, drop } = await newPostgresDatabase();
    const folder = await withMigration('999_mood.sql', 'alter table messages add column mood text');
    const processes = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url)));
    const ran = await Promise.all(processes.map((db) => migrate(db, { folder })));
    expect(ran.flat().sort()).toEqual([...shippedMigrations, '999_mood.sql']);
    await Promise.all(processes.map((db) => db.close()));
    await drop();
  });

  it('give way to a transaction that needs what they have locked', async () => {
    const { url, drop } = await newPostgresDatabase(true);
    const [db, other] = [await openPostgres(url), await openPostgres(url)];
    const folder = await withMigration(
      '999_moods.sql',
      'alter table history add column mood text; alter table messages add column mood text',
    );
    let ran: Promise<string[]> | undefined;
    await other.tx(async (tx) => {
      await tx.query('lock table messages in row exclusive mode');
      // Locks the history, then waits for the messages.
      ran = migrate(db, { folder });
      await inTheEnd(async () => {
        const waiting = "select 1 from pg_locks where relation = 'messages'::regclass and not granted";
        expect(await db.query(waiting)).not.toEqual([]);
      });
      await tx.query('lock table history in row exclusive mode');
    });
    expect(await ran).toEqual(['999_moods.sql']);
    await Promise.all([db.close(), other.close()]);
    await drop();
  });

  it('that fail change nothing, and run at the next start', async () => {
    const { url, drop } = await newPostgresDatabase(true);
    const db = await openPostgres(url);
    const broken = await withMigration(
      '999_broken.sql',
      'alter table messages add column mood text; select 1 / 0',
    );
    await expect(migrate(db, { folder: broken })).rejects.toThrow('division by zero');
    const mended = await withMigration('999_broken.sql', 'alter table messages add column mood text');
    expect(await migrate(db, { folder: mended })).toEqual(['999_broken.sql']);
    await db.close();
    await drop();
  });
});

onBothDatabases('a database of 1.0.0', (start, kind) => {
  it('opens with its rows, and takes sign-ups', async () => {
    const { db, end } = await newDatabase(kind, false);
    onTestFinished(end);
    expect(await migrate(db, { only: ['001_schema.sql'] })).toEqual(['001_schema.sql']);
    await savePeople(db, Object.values(people), startOfTime);
    const worked = { holidays: { country: 'US', state: '' }, workedHolidays: ['Labour Day', 'Columbus Day'] };
    await db.query('insert into due_rules (rules) values ($1::jsonb)', [JSON.stringify(worked)]);
    expect(await migrate(db)).toEqual(shippedMigrations.slice(1));
    // The names of its holidays are American by now.
    expect(await readDueRules(db)).toEqual({ ...worked, workedHolidays: ['Labor Day', 'Columbus Day'] });
    await db.query('delete from due_rules');
    const server = await start({ db });
    const job = await newJob(server);
    expect((await server.call('job', { as: 'client', params: { jobId: job.jobId } })).answer).toEqual(job);
    const guest = { email: 'guest@ev.test', uid: 'uid-guest', verified: false };
    expect((await signUp(server, guest)).answer).toEqual({ verified: false });
    const own = {
      as: { token: server.tokenOf({ ...guest, verified: true }) },
      params: { email: guest.email },
    };
    expect((await server.call('profile', own)).answer.company).toBe('Guests');
  });
});

onPostgres('a second migration under load', (start) => {
  it('makes no call fail, and no message is lost or doubled', async () => {
    const server = await start();
    const jobs = await Promise.all(Array.from({ length: 4 }, () => newJob(server)));
    const folder = await withMigration(
      '999_moods.sql',
      `alter table jobs add column mood text not null default 'calm';
      alter table messages add column mood text;
      update messages set mood = upper(content);
      create function mood_of() returns trigger language plpgsql as $$
      begin
        new.mood := upper(new.content);
        return new;
      end $$;
      create trigger messages_have_moods before insert on messages for each row execute function mood_of();`,
    );
    const sent: string[] = [];
    let isOver = false;
    const load = jobs.map(async ({ jobId }, user) => {
      for (let turn = 0; !isOver || turn < 3; turn += 1) {
        const content = `message ${turn} of ${user}`;
        const body = messageOf(jobId, 'client', content);
        expect((await server.call('updateJob', { as: 'client', body, key: content })).code).toBe('');
        sent.push(content);
        const { answer } = await server.call('conversation', { as: 'client', params: { jobId } });
        expect(answer.at(-1)?.content).toBe(content);
      }
    });
    await vi.waitUntil(() => sent.length >= 8, { timeout: 60_000 });
    const own = await openPostgres(server.databaseUrl);
    expect(await migrate(own, { folder })).toEqual(['999_moods.sql']);
    const before = sent.length;
    await vi.waitUntil(() => sent.length >= before + 8, { timeout: 60_000 });
    isOver = true;
    await Promise.all(load);
    const stored = await own.query<{ content: string; mood: string }>('select content, mood from messages');
    expect(stored.map(({ content }) => content).sort()).toEqual(sent.sort());
    expect(stored.filter(({ content, mood }) => mood !== content.toUpperCase())).toEqual([]);
    await own.close();
  });
});
