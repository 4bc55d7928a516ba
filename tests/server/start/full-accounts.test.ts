import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const writer = new URL('../../../server/emulator/accountFile.ts', import.meta.url);

/** Adds accounts in a process whose files have at most 64 or 128 KB: as on a disk that fills up, a single write stores a part. */
const script = `
  import { accountWriter } from '${writer}';
  const users = new Map();
  const save = accountWriter({ users, oobs: new Map(), overwriteUserWithLocalId() {} }, process.argv[1]);
  let failures = 0;
  for (let n = 0; n < 200; n += 1) {
    users.set(String(n), { localId: String(n), text: 'x'.repeat(1000) });
    try { save(); } catch { failures += 1; }
  }
  process.stdout.write(String(failures));
`;

test('a disk that fills up while accounts are written leaves those of before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ev-accounts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'accounts.json');
  const program = `ulimit -f 128; exec "$0" --input-type=module --eval "$1" "$2"`;
  const { stdout } = await run('sh', ['-c', program, process.execPath, script, file]);
  const failures = Number(stdout);
  expect(failures).toBeGreaterThan(50);
  const { users } = JSON.parse(await readFile(file, 'utf8')) as { users: unknown[] };
  expect(users).toHaveLength(200 - failures);
});
