import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Unavailable } from '../../server/errors.ts';
import { fileKind } from '../../server/fileKind.ts';
import { isUsableFileName, storedFileName } from '../../server/fileName.ts';
import { FileMissing, isFileKey, newFileKey } from '../../server/files/files.ts';
import { openFolder } from '../../server/files/folder.ts';
import { maxFileNameLength } from '../../src/contract/limits.ts';
import { stampedFileName } from '../../src/format/fileName.ts';
import { samples } from '../support/sampleFiles.ts';
import { startOfTime } from '../support/server.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ev-store-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function* pieces(...parts: (string | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test('a stored file comes back whole or in part, and is gone once removed', async () => {
  const files = await openFolder(dir);
  const key = newFileKey();
  expect(await files.put(key, pieces('hello ', 'world'))).toBe(11);
  expect(String(await buffer(await files.get(key)))).toBe('hello world');
  expect(String(await buffer(await files.get(key, { start: 6, end: 8 })))).toBe('wor');
  await files.remove(key);
  await files.remove(key);
  await expect(files.get(key)).rejects.toThrow(FileMissing);
  expect(await namesIn(dir)).toEqual([]);
});

test('a file whose bytes break off is not there, not even in part', async () => {
  const files = await openFolder(dir);
  const key = newFileKey();
  await expect(files.put(key, pieces('hello', new Error('gone')))).rejects.toThrow('gone');
  await expect(files.get(key)).rejects.toThrow(FileMissing);
  expect(await namesIn(dir)).toEqual([]);
});

test('what a crash left half-written is removed at the start; whole files stay', async () => {
  const files = await openFolder(dir);
  const key = newFileKey();
  await files.put(key, pieces('whole'));
  await writeFile(join(dir, 'incoming', newFileKey()), 'half');
  await openFolder(dir);
  expect(await namesIn(dir)).toEqual([key]);
});

test.each([
  '',
  '../../etc/passwd',
  'a'.repeat(48).toUpperCase(),
  'g'.repeat(48),
  `${'a'.repeat(47)}/`,
  'a'.repeat(49),
])('the key %j names no file', async (key) => {
  const files = await openFolder(dir);
  expect(isFileKey(key)).toBe(false);
  await expect(files.get(key)).rejects.toThrow(FileMissing);
  await expect(files.put(key, pieces('x'))).rejects.toThrow();
  expect(await namesIn(dir)).toEqual([]);
});

test('a folder that is gone is unavailable, and works again once it is back', async () => {
  const files = await openFolder(dir);
  const key = newFileKey();
  await files.put(key, pieces('hello'));
  await files.ready();
  const away = `${dir}-away`;
  await rename(dir, away);
  await expect(files.ready()).rejects.toThrow(Unavailable);
  await expect(files.put(newFileKey(), pieces('x'))).rejects.toThrow(Unavailable);
  await rename(away, dir);
  await files.ready();
  expect(String(await buffer(await files.get(key)))).toBe('hello');
});

test('the kinds are told by the first bytes alone', async () => {
  const kinds = await Promise.all(
    Object.entries(samples).map(async ([name, { bytes }]) => [name, await fileKind(bytes)]),
  );
  expect(Object.fromEntries(kinds)).toEqual({
    pdf: 'application/pdf',
    png: 'image/png',
    jpeg: 'image/jpeg',
    zip: 'application/zip',
    exe: undefined,
    html: undefined,
    svg: undefined,
    empty: undefined,
  });
});

const stamp = '20261121T193000';
test.each([
  ['plan.pdf', `plan.${stamp}.pdf`],
  ['Plan.PDF', `Plan.${stamp}.PDF`],
  ['my plan.v2.pdf', `my plan.v2.${stamp}.pdf`],
  ['plan.20260101T000000.pdf', 'plan.20260101T000000.pdf'],
  ['.pdf', `pdf.${stamp}.pdf`],
  ['', `file.${stamp}.pdf`],
  ['plan', `plan.${stamp}.pdf`],
  ['a<b>:c|d?e*f.pdf', `a_b_c_d_e_f.${stamp}.pdf`],
  ['plan\u202efdp.exe', `plan_fdp.exe.${stamp}.pdf`],
  ['e\u0301tude.pdf', `étude.${stamp}.pdf`],
  ['図面.pdf', `図面.${stamp}.pdf`],
])('the name %j is stored as %j', (name, stored) => {
  expect(storedFileName(name, 'application/pdf', startOfTime)).toBe(stored);
});

test('the longest name stays within its limit, its ending kept and no character cut in half', () => {
  const stored = storedFileName(`${'𝒜'.repeat(98)}.pdf`, 'application/pdf', startOfTime);
  expect(stored.length).toBeLessThanOrEqual(maxFileNameLength);
  expect(stored.isWellFormed()).toBe(true);
  expect(stored.endsWith(`.${stamp}.pdf`)).toBe(true);
});

test('a name that the app stamped is taken as it is', () => {
  for (const name of ['plan.pdf', 'a b (1).zip', 'Übersicht.png', `${'x'.repeat(300)}.jpeg`]) {
    const sent = stampedFileName(name, startOfTime);
    expect(isUsableFileName(sent)).toBe(true);
    expect(storedFileName(sent, 'application/pdf', startOfTime + 60_000)).toBe(sent);
  }
});
