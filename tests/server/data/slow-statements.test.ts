import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../server/data/db/db.ts';
import { openPostgres } from '../../../server/data/db/open.ts';
import { newPostgresDatabase } from '../../support/database/databases.ts';

let made: Awaited<ReturnType<typeof newPostgresDatabase>>;
let db: Database;
let told: { sql: string; ms: number }[] = [];

function opened(slowMs: number): Promise<Database> {
  return openPostgres(made.url, { poolSize: 2, slowMs, onSlow: (sql, ms) => told.push({ sql, ms }) });
}

/** Returns the reports of statements that sleep: on a busy machine, any other may take as long. */
const sleepers = () => told.filter(({ sql }) => sql.includes('pg_sleep'));

beforeAll(async () => {
  made = await newPostgresDatabase();
  db = await opened(100);
});
afterAll(async () => {
  await db.close();
  await made.drop();
});
beforeEach(() => {
  told = [];
});

test('a slow statement is reported with its text, without its values', async () => {
  await db.query('select pg_sleep(0.2), $1::text as who', ['ada@client.test']);
  await db.tx(async (tx) => {
    await tx.query('select pg_sleep(0.2)');
  });
  expect(sleepers().map(({ sql }) => sql)).toEqual([
    'select pg_sleep(0.2), $1::text as who',
    'select pg_sleep(0.2)',
  ]);
  expect(Math.min(...sleepers().map(({ ms }) => ms))).toBeGreaterThanOrEqual(190);
});

test('a statement that takes no longer than the limit is not reported', async () => {
  const patient = await opened(3_600_000);
  await patient.query('select pg_sleep(0.2)');
  await patient.close();
  expect(told).toEqual([]);
});

test('a slow statement that fails is reported too', async () => {
  await expect(db.query('select 1 / (case when pg_sleep(0.2) is null then 1 else 0 end)')).rejects.toThrow();
  expect(sleepers()).toHaveLength(1);
});

test('the pool opens no more connections than allowed', async () => {
  const asked = Array.from({ length: 6 }, () => db.query('select pg_backend_pid() as pid, pg_sleep(0.05)'));
  const pids = (await Promise.all(asked)).flatMap((rows) => rows.map((row) => (row as { pid: number }).pid));
  expect(new Set(pids).size).toBe(2);
});
