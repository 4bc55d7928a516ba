import { hash } from 'node:crypto';
import promises, { type FileHandle, mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { backUp } from '../../../server/backup/backUp.ts';
import { newFileKey } from '../../../server/files/files.ts';
import { openFolder } from '../../../server/files/folder.ts';
import { newDatabase } from '../../support/database/databases.ts';

/**
 * Records the folders that are flushed. Files of tests share processes, so what imports `open` may be loaded already: Node's own export is
 * replaced.
 */
function recordFlushedFolders(): string[] {
  const flushed: string[] = [];
  const { open } = promises;
  const opened = vi.spyOn(promises, 'open').mockImplementation(async (path, ...rest) => {
    const handle: FileHandle = await open(path, ...rest);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      if ((await handle.stat()).isDirectory()) flushed.push(String(path));
    };
    return handle;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    opened.mockRestore();
    syncBuiltinESMExports();
  });
  return flushed;
}

test('a backup is on the disk with every folder of it, and with its name, before it is said to be complete', async () => {
  const { db, end } = await newDatabase('pglite');
  onTestFinished(end);
  const place = await mkdtemp(join(tmpdir(), 'ev-backup-flush-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const files = await openFolder(join(place, 'store'));
  const [key, bytes] = [newFileKey(), Buffer.from('A plan')];
  await files.put(
    key,
    (async function* () {
      yield bytes;
    })(),
  );
  await db.query(
    `insert into attachments (key, file_name, content_type, size, sha256, uploaded_by, created)
      values ($1, 'plan.pdf', 'application/pdf', $2, $3, '', 0)`,
    [key, bytes.length, hash('sha256', bytes)],
  );
  const flushed = recordFlushedFolders();
  await backUp({ db, files, accounts: join(place, 'none.json'), now: Date.now }, join(place, 'monday'));
  const half = join(place, 'monday.part');
  const within = ['files', `files/${key.slice(0, 2)}`, 'rows', ''].map((name) => join(half, name));
  expect(flushed.toSorted()).toEqual([...within, place].toSorted());
  // Its name last, once what it names is there.
  expect(flushed.at(-1)).toBe(place);
});
