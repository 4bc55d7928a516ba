import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openPostgres } from '../../../server/data/db/db.ts';
import { newPostgresDatabase } from '../../support/database/databases.ts';

let db: Database;
let drop = async () => {};
let told: { sql: string; ms: number }[] = [];

beforeAll(async () => {
  const made = await newPostgresDatabase();
  drop = made.drop;
  db = await openPostgres(made.url, {
    poolSize: 2,
    slowMs: 100,
    onSlow: (sql, ms) => told.push({ sql, ms }),
  });
});
afterAll(async () => {
  await db.close();
  await drop();
});

test('a slow statement is reported with its text, without its values', async () => {
  await db.query('select 1');
  await db.query('select pg_sleep(0.2), $1::text as who', ['ada@client.test']);
  await db.tx(async (tx) => {
    await tx.query('select pg_sleep(0.2)');
  });
  expect(told.map(({ sql }) => sql)).toEqual([
    'select pg_sleep(0.2), $1::text as who',
    'select pg_sleep(0.2)',
  ]);
  expect(Math.min(...told.map(({ ms }) => ms))).toBeGreaterThanOrEqual(190);
});

test('a slow statement that fails is reported too', async () => {
  told = [];
  await expect(db.query('select 1 / (case when pg_sleep(0.2) is null then 1 else 0 end)')).rejects.toThrow();
  expect(told).toHaveLength(1);
});

test('the pool opens no more connections than allowed', async () => {
  const asked = Array.from({ length: 6 }, () => db.query('select pg_backend_pid() as pid, pg_sleep(0.05)'));
  const pids = (await Promise.all(asked)).flatMap((rows) => rows.map((row) => (row as { pid: number }).pid));
  expect(new Set(pids).size).toBe(2);
});
