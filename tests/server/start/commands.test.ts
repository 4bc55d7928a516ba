import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/settings/config.ts';
import { openUsedDatabase } from '../../../server/start/openDatabase.ts';
import { newDatabase } from '../../support/database/databases.ts';
import { people, savePeople } from '../../support/server/people.ts';
import { startOfTime } from '../../support/server/server.ts';

test('a command that a signal ends before it is done has failed', async () => {
  const program = join(import.meta.dirname, '../../../server/start/program.ts');
  const script = `import { runCommand } from ${JSON.stringify(program)};
    await runCommand(async () => { console.log('begun'); setInterval(() => {}, 1000); });`;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const said = text(child.stderr);
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(await said).toBe('Stopped before this was done.\n');
  }
});

describe('a command without the settings of the server', () => {
  test('makes no database of its own', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'ev-command-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    await expect(openUsedDatabase(readConfig({ DATA_DIR: dataDir }))).rejects.toThrow(
      `The database in ${dataDir} has no users. If anyone has signed up, give this command the settings that EV Jobs runs with`,
    );
    expect(existsSync(join(dataDir, 'database'))).toBe(false);
  });

  test('does nothing in a database without users', async () => {
    const { db, url, end } = await newDatabase('postgres');
    onTestFinished(end);
    const config = readConfig({ DATABASE_URL: url });
    await expect(openUsedDatabase(config)).rejects.toThrow('The database in DATABASE_URL has no users.');
    await savePeople(db, [people.admin], startOfTime);
    const used = await openUsedDatabase(config);
    onTestFinished(() => used.close());
    expect(await used.query('select email from users')).toEqual([{ email: people.admin.email }]);
  });
});
