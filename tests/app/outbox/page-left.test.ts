import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database } from '../../../src/outbox/records/database.ts';
import { putDraft } from '../../../src/outbox/records/draftRows.ts';
import { memoryStorage } from '../../support/app/memoryStorage.ts';

/** A page that is left, and dies before the browser has written what was typed last. */

const ada = 'ada@client.test';
const form = 'chat:J1';
const stash = new Map<string, string>();
let factory: IDBFactory;

/** Loads the modules of a page. */
async function newPage() {
  vi.resetModules();
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  const opened: IDBDatabase[] = [];
  let isDead = false;
  const open = (name: string, version?: number) => {
    if (isDead) throw new Error('This page is closed.');
    const request = factory.open(name, version);
    request.addEventListener('success', () => opened.push(request.result));
    return request;
  };
  vi.stubGlobal('indexedDB', { open, databases: () => factory.databases() });
  const drafts = await import('../../../src/outbox/drafts/drafts.ts');
  return {
    ...drafts,
    blur: () => window.dispatchEvent(new Event('blur')),
    leave: () => window.dispatchEvent(new Event('pagehide')),
    die() {
      isDead = true;
      vi.stubGlobal('indexedDB', factory);
      for (const db of opened) forceCloseDatabase(db as never);
    },
  };
}

/** Has a page die between the commit of what it wrote as it was left and its next step. */
async function saveAndDie(text: string): Promise<void> {
  const page = await newPage();
  await page.readDraft(ada, form);
  page.leave();
  const saving = page.saveDraft(ada, form, { text });
  const left = [...stash];
  expect(left).toHaveLength(1);
  await saving;
  page.die();
  expect(stash.size).toBe(0);
  for (const [key, value] of left) stash.set(key, value);
}

/** Drops what is written as a draft after some more writes. */
function dropWritesAfter(count: number) {
  const { put } = IDBObjectStore.prototype;
  let puts = 0;
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...all
  ) {
    if (this.name === 'drafts') puts += 1;
    if (puts > count) throw new DOMException('This page is closed.', 'QuotaExceededError');
    return put.apply(this, all);
  });
}

async function read(): Promise<unknown> {
  const left = await (await newPage()).readDraft(ada, form);
  return left?.content ?? null;
}

beforeEach(() => {
  factory = new IDBFactory();
  stash.clear();
  vi.stubGlobal('localStorage', memoryStorage(stash));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', new EventTarget());
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each(['before', 'after'])(
  'what a page writes when it is left is in the next one, also if it was requested %s',
  async (when) => {
    const page = await newPage();
    await page.saveDraft(ada, form, { text: 'The panel' });
    if (when === 'after') page.leave();
    page.saveDraft(ada, form, { text: 'The panel is on the east wall' }).catch(() => undefined);
    if (when === 'before') page.leave();
    page.die();
    expect(await read()).toEqual({ text: 'The panel is on the east wall' });
    expect(stash.size).toBe(0);
  },
);

test('a page that is not left keeps nothing of what it writes in local storage', async () => {
  const page = await newPage();
  const saving = page.saveDraft(ada, form, { text: 'The panel' });
  page.blur();
  expect(stash.size).toBe(0);
  await saving;
});

test('what was written last stays where the page dies after one of the writes before it', async () => {
  const page = await newPage();
  await page.readDraft(ada, form);
  page.saveDraft(ada, form, { text: 'The' }).catch(() => undefined);
  page.saveDraft(ada, form, { text: 'The panel' }).catch(() => undefined);
  page.leave();
  const drops = dropWritesAfter(2);
  await page.saveDraft(ada, form, { text: 'The panel is on the east wall' }).catch(() => undefined);
  page.die();
  drops.mockRestore();
  expect(await read()).toEqual({ text: 'The panel is on the east wall' });
  expect(stash.size).toBe(0);
});

test('a draft with a file in its content stays as it was saved: local storage cannot hold the file', async () => {
  const page = await newPage();
  await page.saveDraft(ada, form, { name: 'Roof', files: [] });
  const files = [new File(['%PDF'], 'roof.pdf')];
  page.leave();
  const drops = dropWritesAfter(0);
  await page.saveDraft(ada, form, { name: 'Roof plan', files }).catch(() => undefined);
  page.die();
  drops.mockRestore();
  expect(stash.size).toBe(0);
  expect(await read()).toEqual({ name: 'Roof', files: [] });
});

test('what a page wrote in time does not replace a record that was taken back since', async () => {
  await saveAndDie('The panel');
  const db = new Database({ indexedDB: factory });
  const back = {
    owner: ada,
    uid: '',
    form,
    id: 'back',
    savedTimestamp: 1,
    content: { text: 'Sent' },
    files: [],
  };
  await putDraft(db, back);
  expect(await read()).toEqual({ text: 'Sent' });
  expect(stash.size).toBe(0);
});

test('what a page wrote in time does not replace what another has made of it', async () => {
  await saveAndDie('The panel');
  const next = await newPage();
  await next.readDraft(ada, form);
  await next.saveDraft(ada, form, { text: 'The meter' });
  expect(await read()).toEqual({ text: 'The meter' });
});

test('what a page wrote in time, and another then discarded, does not come back', async () => {
  const { readDraft, dropDraft } = await newPage();
  await readDraft(ada, 'another form');
  await saveAndDie('The panel');
  await readDraft(ada, form);
  await dropDraft(ada, form);
  expect(await read()).toBe(null);
});

test('what a page wrote in time, and another then sent, does not come back', async () => {
  const { readDraft, prepareSend } = await newPage();
  await readDraft(ada, 'another form');
  await saveAndDie('The panel');
  await readDraft(ada, form);
  const { onSent } = await prepareSend(ada, form);
  onSent?.(null, []);
  expect(stash.size).toBe(0);
});
