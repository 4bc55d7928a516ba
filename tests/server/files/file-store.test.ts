import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Unavailable } from '../../../server/errors/errors.ts';
import { openBucket } from '../../../server/files/bucket.ts';
import { isUsableFileName, storedFileName } from '../../../server/files/fileName.ts';
import {
  FileMissing,
  type Files,
  isFileKey,
  type ListedFile,
  newFileKey,
} from '../../../server/files/files.ts';
import { openFolder } from '../../../server/files/folder.ts';
import { fileKind } from '../../../src/contract/files/fileKind.ts';
import { maxFileNameLength } from '../../../src/contract/limits.ts';
import { stampedFileName } from '../../../src/format/fileName.ts';
import { amount } from '../../support/amount.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { newStore, storeKinds, type TestStore } from '../../support/files/stores.ts';
import { liveBytes } from '../../support/server/liveBytes.ts';
import { startOfTime } from '../../support/server/server.ts';

async function* pieces(...parts: (string | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

async function allListed(files: Files, beginning = ''): Promise<ListedFile[]> {
  const all: ListedFile[] = [];
  for await (const page of files.list(beginning)) all.push(...page);
  return all.sort((one, other) => (one.key < other.key ? -1 : 1));
}

test('a removal in a silent bucket ends within the time limit of the app', async () => {
  const waiting = await mkdtemp(join(tmpdir(), 'ev-waiting-'));
  onTestFinished(() => rm(waiting, { recursive: true, force: true }));
  const silence = () => new Promise<never>(() => {});
  const bucket = { write: silence, read: silence, remove: silence, page: silence };
  const files = await openBucket(bucket, '', waiting);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const removed = expect(files.remove(newFileKey())).rejects.toThrow(Unavailable);
  await vi.advanceTimersByTimeAsync(7000);
  await removed;
});

describe.each(storeKinds)('a store of the kind %s', (kind) => {
  let store: TestStore;
  let files: Files;
  beforeAll(async () => {
    store = await newStore(kind);
    files = await store.open();
  });
  afterAll(() => store.end());

  test('returns a file or a range of it, and nothing once it is removed', async () => {
    const key = newFileKey();
    expect(await files.put(key, pieces('hello ', 'world'))).toBe(11);
    expect(String(await buffer(await files.get(key)))).toBe('hello world');
    expect(String(await buffer(await files.get(key, { start: 6, end: 8 })))).toBe('wor');
    expect(String(await buffer(await files.get(key, { start: 9, end: 10 })))).toBe('ld');
    await files.remove(key);
    await files.remove(key);
    await expect(files.get(key)).rejects.toThrow(FileMissing);
    await expect(files.get(key, { start: 1, end: 2 })).rejects.toThrow(FileMissing);
    expect(await store.names()).toEqual([]);
  });

  test('stores nothing of an interrupted file', async () => {
    const key = newFileKey();
    await expect(files.put(key, pieces('hello', new Error('gone')))).rejects.toThrow('gone');
    await expect(files.get(key)).rejects.toThrow(FileMissing);
    expect(await store.names()).toEqual([]);
  });

  test('stores many simultaneous files, each with its own bytes', async () => {
    const sent = Array.from({ length: 30 }, (_, index) => ({ key: newFileKey(), text: `file ${index}` }));
    await Promise.all(sent.map(({ key, text }) => files.put(key, pieces(text))));
    const read = await Promise.all(sent.map(async ({ key }) => String(await buffer(await files.get(key)))));
    expect(read).toEqual(sent.map(({ text }) => text));
    await Promise.all(sent.map(({ key }) => files.remove(key)));
    expect(await store.names()).toEqual([]);
  });

  test('lists complete files by the beginning of their keys, with size and time', async () => {
    const began = Date.now();
    const keys = ['ab', 'ab', 'ac', 'b0'].map((start) => start + newFileKey().slice(2)).sort();
    for (const [index, key] of keys.entries()) await files.put(key, pieces('x'.repeat(index + 1)));
    const all = await allListed(files);
    expect(all.map(({ key }) => key)).toEqual(keys);
    expect(all.map(({ size }) => size)).toEqual([1, 2, 3, 4]);
    // Some stores tell the time by the second.
    for (const { storedMs } of all) expect(storedMs).toBeGreaterThan(began - 2000);
    for (const { storedMs } of all) expect(storedMs).toBeLessThan(Date.now() + 2000);
    expect((await allListed(files, 'ab')).map(({ key }) => key)).toEqual(keys.slice(0, 2));
    expect((await allListed(files, keys[2])).map(({ key }) => key)).toEqual([keys[2]]);
    expect(await allListed(files, 'ff')).toEqual([]);
    await Promise.all(keys.map((key) => files.remove(key)));
  });

  test.each([
    '',
    '../../etc/passwd',
    'a'.repeat(48).toUpperCase(),
    'g'.repeat(48),
    `${'a'.repeat(47)}/`,
    'a'.repeat(49),
  ])('has no file of the key %j', async (key) => {
    expect(isFileKey(key)).toBe(false);
    await expect(files.get(key)).rejects.toThrow(FileMissing);
    await expect(files.put(key, pieces('x'))).rejects.toThrow();
    expect(await store.names()).toEqual([]);
  });

  test('that is gone is unavailable, and works again once it is back', async () => {
    const key = newFileKey();
    await files.put(key, pieces('hello'));
    await files.ready();
    await store.goAway();
    await Promise.all([
      expect(files.ready()).rejects.toThrow(Unavailable),
      expect(files.put(newFileKey(), pieces('x'))).rejects.toThrow(Unavailable),
      expect(files.get(key)).rejects.toThrow(Unavailable),
      expect(allListed(files)).rejects.toThrow(Unavailable),
    ]);
    await store.comeBack();
    await files.ready();
    expect(String(await buffer(await files.get(key)))).toBe('hello');
    expect(await store.names()).toEqual([key]);
    await files.remove(key);
  });

  // The imitation of Google's holds everything in this process's own memory.
  const size = kind === 'gcs' ? 10 : amount('STORED_MB', 40, 100);

  test(`stores ${size} MB with flat memory, and returns them so`, async () => {
    const key = newFileKey();
    const mebibyte = Buffer.alloc(1024 * 1024, 'x');
    let most = 0;
    const before = liveBytes();
    async function* large() {
      for (let piece = 0; piece < size; piece += 1) {
        yield mebibyte;
        if (piece % 20 === 0) most = Math.max(most, liveBytes() - before);
      }
    }
    expect(await files.put(key, large())).toBe(size * mebibyte.length);
    let read = 0;
    for await (const chunk of (await files.get(key)) as AsyncIterable<Buffer>) read += chunk.length;
    expect(read).toBe(size * mebibyte.length);
    await files.remove(key);
    expect(most).toBeLessThan(16 * mebibyte.length);
  });
});

test('partial files of a crash are removed at the start, and complete files stay', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'ev-store-'));
  const files = await openFolder(dir);
  const key = newFileKey();
  await files.put(key, pieces('whole'));
  await writeFile(join(dir, 'incoming', newFileKey()), 'half');
  await openFolder(dir);
  expect((await readdir(dir, { recursive: true })).filter((name) => name.length > 40)).toEqual([
    join(key.slice(0, 2), key),
  ]);
  await rm(dir, { recursive: true });
});

test('file types are detected by the first bytes alone', async () => {
  const kinds = await Promise.all(
    Object.entries(samples).map(async ([name, { bytes }]) => [name, fileKind(bytes)]),
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

const entry = (name: string, signature = 'PK\x03\x04') =>
  `${signature.padEnd(26, '\0')}${String.fromCharCode(name.length)}\0\0\0${name}`;
test.each<[what: string, bytes: string, kind: string | undefined]>([
  ['a PDF behind a blank line', '\r\n%PDF-1.7', 'application/pdf'],
  [
    'a PDF behind the commands of a printer',
    `\x1b%-12345X@PJL\n${'@PJL SET\n'.repeat(100)}%PDF-1.3`,
    'application/pdf',
  ],
  ['a PDF at the last place where readers look', `${' '.repeat(1024)}%PDF-1.4`, 'application/pdf'],
  ['a PDF behind that', `${' '.repeat(1025)}%PDF-1.4`, undefined],
  ['an archive with a manifest first', entry('META-INF/MANIFEST.MF'), 'application/zip'],
  ['an archive with a folder first', entry('word/'), 'application/zip'],
  ['an archive with a plan in a folder of that name', entry('xl/E-101.pdf'), 'application/zip'],
  ['an empty archive', 'PK\x05\x06'.padEnd(22, '\0'), 'application/zip'],
  ['the first part of an archive', `PK\x07\x08${entry('a.pdf')}`, 'application/zip'],
  ['an archive that has one part only', `PK00${entry('a.pdf')}`, 'application/zip'],
  ['a document of Word', entry('[Content_Types].xml'), undefined],
  ['a document of Word that a program has changed', entry('[trash]/0000.dat'), undefined],
  ['a document of Word with its properties first', entry('customXml/item1.xml'), undefined],
  ['a sheet of LibreOffice', entry('mimetype'), undefined],
  ['a document of Google', entry('word/numbering.xml'), undefined],
  ['an archive that unpacks itself', `MZ${entry('a.pdf')}`, undefined],
  ['an archive of RAR', 'Rar!\x1a\x07\x01\0', undefined],
  ['a TIFF', 'II*\0', undefined],
])('%s is told by its first bytes as its readers tell it', (_, bytes, kind) => {
  expect(fileKind(Buffer.from(bytes, 'latin1'))).toBe(kind);
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
  ['Hart & Cho, Lot #12 – A.pdf', `Hart _ Cho, Lot #12 – A.${stamp}.pdf`],
])('the name %j is stored as %j', (name, stored) => {
  expect(storedFileName(name, 'application/pdf', startOfTime)).toBe(stored);
});

test('the longest name is cut to its limit without losing its extension or splitting a character', () => {
  const stored = storedFileName(`${'𝒜'.repeat(98)}.pdf`, 'application/pdf', startOfTime);
  expect(stored.length).toBeLessThanOrEqual(maxFileNameLength);
  expect(stored.isWellFormed()).toBe(true);
  expect(stored.endsWith(`.${stamp}.pdf`)).toBe(true);
});

test('a name that the app stamped is not changed', () => {
  for (const [name, kind] of [
    ['plan.pdf', 'application/pdf'],
    ['a b (1).zip', 'application/zip'],
    ['Übersicht.png', 'image/png'],
    [`${'x'.repeat(300)}.jpeg`, 'image/jpeg'],
  ] as const) {
    const sent = stampedFileName(name, startOfTime);
    expect(isUsableFileName(sent)).toBe(true);
    expect(storedFileName(sent, kind, startOfTime + 60_000)).toBe(sent);
  }
});

test('a name that promises another type gets the ending of its own, and keeps the rest', () => {
  expect(storedFileName('Scan 07.pdf', 'image/jpeg', startOfTime)).toBe(`Scan 07.${stamp}.jpg`);
  expect(storedFileName('scan.20260101T000000.pdf', 'image/png', startOfTime)).toBe(
    'scan.20260101T000000.png',
  );
  expect(storedFileName('IMG_1.HEIC', 'image/jpeg', startOfTime)).toBe(`IMG_1.${stamp}.jpg`);
  expect(storedFileName('set.v2.dwg', 'application/zip', startOfTime)).toBe(`set.v2.dwg.${stamp}.zip`);
});
