import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { Disk, readRecord } from '../../power/replay.ts';
import { runToEnd } from '../../support/server/stack.ts';

const place = mkdtempSync(join(tmpdir(), 'ev-power-'));
afterAll(() => rm(place, { recursive: true, force: true }));

const rows = 5;
const script = `
  import { readConfig } from './server/settings/config.ts';
  import { openAsIs } from './server/start/openDatabase.ts';
  const db = await openAsIs(readConfig(process.env));
  await db.query('create table if not exists said (n int)');
  const [{ count }] = await db.query('select count(*)::int as count from said');
  console.log('rows', count);
  for (let n = 0; n < ${rows}; n += 1) await db.query('insert into said values ($1)', [n]);
  process.exit();`;

/** Opens the embedded database of a data folder, says how many rows it has, and adds some. */
async function rowsIn(dataDir: string, environment: Record<string, string> = {}): Promise<number> {
  const { code, stdout, stderr } = await runToEnd(['--input-type=module', '-e', script], {
    DATA_DIR: dataDir,
    ...environment,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return Number(/rows (\d+)/.exec(stdout)?.[1]);
}

function folder(name: string): string {
  mkdirSync(join(place, name));
  return join(place, name);
}

test('what the embedded database has committed survives a disk that forgets all that nobody flushed', async () => {
  const [dataDir, record] = [folder('data'), join(place, 'record')];
  await rowsIn(dataDir, {
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../../power/recordedDisk.ts'))}`,
    RECORDED_FOLDER: dataDir,
    RECORD: record,
  });
  const disk = new Disk(place, new Map());
  for (const step of readRecord(record)) disk.do(step);
  const image = folder('image');
  disk.cut(image, 'all', Math.random);
  expect(await rowsIn(image)).toBe(rows);
});

test('a lock that was cut off before it said whose it is keeps nobody out', async () => {
  writeFileSync(join(place, 'image', 'database', 'postmaster.pid'), '');
  expect(await rowsIn(join(place, 'image'))).toBe(2 * rows);
});

test('a disk that is cut off while the database is made has none, or a whole one', async () => {
  const steps = readRecord(join(place, 'record'));
  const moved = steps.findIndex((step) => step.do === 'move' && step.to === 'database');
  const diskAfter = (name: string, count: number) => {
    const disk = new Disk(place, new Map());
    for (const step of steps.slice(0, count)) disk.do(step);
    const image = folder(name);
    disk.cut(image, 'all', Math.random);
    return image;
  };
  expect(readdirSync(diskAfter('before', moved + 1))).not.toContain('database');
  expect(await rowsIn(diskAfter('after', moved + 2))).toBe(0);
});
