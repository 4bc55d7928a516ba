import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { inTheEnd } from '../support/inTheEnd.ts';

const stored = new Map<string, string>();
let full = false;

beforeEach(() => {
  stored.clear();
  full = false;
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem(key: string, value: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
  });
});

/** As after a reload: nothing in memory. */
async function afterReload() {
  vi.resetModules();
  return await import('../../src/features/chat/drafts.ts');
}

test('the text of a draft comes back after a reload, for its reader and job only', async () => {
  const { keepDraft } = await afterReload();
  keepDraft('ada@x.test', 'J1', { text: 'half a sen', files: [] });
  const { readDraft } = await afterReload();
  expect(readDraft('ada@x.test', 'J1').text).toBe('half a sen');
  expect(readDraft('bob@x.test', 'J1').text).toBe('');
  expect(readDraft('ada@x.test', 'J2').text).toBe('');
});

test('chosen files stay while the app is open', async () => {
  const { keepDraft, readDraft } = await afterReload();
  const files = [new File(['x'], 'a.pdf')];
  keepDraft('ada@x.test', 'J1', { text: '', files });
  expect(readDraft('ada@x.test', 'J1').files).toBe(files);
});

test('chosen files come back after a reload, once, for their reader and job only', async () => {
  const { keepDraft } = await afterReload();
  const files = [new File(['a roof'], 'roof.png', { type: 'image/png', lastModified: 7 })];
  keepDraft('ada@x.test', 'J1', { text: '', files });
  await inTheEnd(async () => {
    const { leftFiles } = await afterReload();
    expect((await leftFiles('ada@x.test', 'J1')).files).toHaveLength(1);
  });
  const { leftFiles, keepDraft: keepLater } = await afterReload();
  const { files: left } = await leftFiles('ada@x.test', 'J1');
  expect(left.map(({ name, type, lastModified }) => [name, type, lastModified])).toEqual([
    ['roof.png', 'image/png', 7],
  ]);
  expect(await left[0]?.text()).toBe('a roof');
  expect((await leftFiles('bob@x.test', 'J1')).files).toEqual([]);
  expect((await leftFiles('ada@x.test', 'J2')).files).toEqual([]);
  keepLater('ada@x.test', 'J1', { text: '', files: left });
  expect((await leftFiles('ada@x.test', 'J1')).files).toEqual([]);
});

test('files that were sent or taken away do not come back', async () => {
  const { keepDraft } = await afterReload();
  keepDraft('eve@x.test', 'J1', { text: '', files: [new File(['x'], 'a.pdf')] });
  keepDraft('eve@x.test', 'J1', { text: '', files: [] });
  await inTheEnd(async () => {
    const { leftFiles } = await afterReload();
    expect(await leftFiles('eve@x.test', 'J1')).toEqual({ files: [], missing: [] });
  });
});

test('a sent draft leaves nothing behind', async () => {
  const { keepDraft } = await afterReload();
  keepDraft('ada@x.test', 'J1', { text: 'sent', files: [] });
  keepDraft('ada@x.test', 'J1', { text: '', files: [] });
  expect([...stored]).toEqual([]);
});

test('a full storage loses no typing while the app is open', async () => {
  full = true;
  const { keepDraft, readDraft } = await afterReload();
  keepDraft('ada@x.test', 'J1', { text: 'still here', files: [] });
  expect(readDraft('ada@x.test', 'J1').text).toBe('still here');
});

test('words and files keep their id over a reload, and get a new one with every change', async () => {
  const { keepDraft } = await afterReload();
  const { id } = keepDraft('ada@x.test', 'J1', { text: 'Hello', files: [] });
  const { keepDraft: keepLater, readDraft } = await afterReload();
  expect(readDraft('ada@x.test', 'J1').id).toBe(id);
  expect(readDraft('ada@x.test', 'J2').id).not.toBe(id);
  expect(keepLater('ada@x.test', 'J1', { text: 'Hello!', files: [] }).id).not.toBe(id);
});

test('a draft that is empty is read with the same id until something is typed', async () => {
  const { readDraft } = await afterReload();
  expect(readDraft('ada@x.test', 'J1').id).toBe(readDraft('ada@x.test', 'J1').id);
});

test('whether anything is typed or chosen is known for all jobs', async () => {
  const { hasDrafts, keepDraft } = await afterReload();
  expect(hasDrafts()).toBe(false);
  keepDraft('ada@x.test', 'J1', { text: 'Hello', files: [] });
  expect(hasDrafts()).toBe(true);
  keepDraft('ada@x.test', 'J1', { text: '', files: [] });
  expect(hasDrafts()).toBe(false);
});
