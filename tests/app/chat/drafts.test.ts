import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftStores } from '../../support/app/draftStores.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';

const stored = new Map<string, string>();
/** The locks of the open windows, by name. */
const locks = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  locks.clear();
  vi.resetModules();
  vi.useRealTimers();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', {
    get length() {
      return stored.size;
    },
    key: (at: number) => [...stored.keys()][at] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

/** Saves the drafts of a test's windows, whose timers would save them during the next test otherwise. */
const saveAll: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const saveNow of saveAll.splice(0)) await saveNow();
});

/** Opens a window of the app, which stays open until `closeWindow`. */
async function openWindow(name = 'the only one') {
  vi.resetModules();
  vi.stubGlobal('navigator', {
    locks: {
      request(lock: string, work: () => unknown) {
        locks.set(name, lock);
        work();
        return new Promise(() => undefined);
      },
      query: async () => ({ held: [...locks.values()].map((lock) => ({ name: lock })) }),
    },
  });
  const chat = await import('../../../src/features/chat/drafts.ts');
  const { saveEveryDraft: keepAll } = await import('../../../src/outbox/drafts/saveNow.ts');
  const outbox = await import('../../../src/outbox/drafts/drafts.ts');
  saveAll.push(keepAll);
  return { ...chat, keepAll, drop: outbox.dropDraft, close: () => locks.delete(name) };
}

/** Opens a window as after a reload or a crash: with nothing in memory and no lock. */
async function afterReload() {
  locks.clear();
  return openWindow();
}

type ChatWindow = Awaited<ReturnType<typeof openWindow>>;

async function textIn(chat: ChatWindow, email = 'ada@x.test', jobId = 'J1'): Promise<string> {
  await chat.restoreDraft(email, jobId);
  return chat.readDraft(email, jobId).text;
}

test('a draft’s text comes back after a reload, for its author and job only', async () => {
  const first = await openWindow();
  first.changeDraft('ada@x.test', 'J1', { text: 'half a sen', files: [] });
  await first.keepAll();
  const chat = await afterReload();
  expect(await textIn(chat)).toBe('half a sen');
  expect(await textIn(chat, 'bob@x.test')).toBe('');
  expect(await textIn(chat, 'ada@x.test', 'J2')).toBe('');
});

test('typed text is saved within a second, also without a pause in typing', async () => {
  const first = await openWindow();
  const texts = async () => JSON.stringify((await draftStores().drafts()).map(({ content }) => content));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let n = 1; n <= 8; n += 1) {
    first.changeDraft('ada@x.test', 'J1', { text: 'x'.repeat(n), files: [] });
    vi.advanceTimersByTime(100);
  }
  await inTheEnd(async () => expect(await texts()).toContain('xxxx'));
  vi.advanceTimersByTime(200);
  await inTheEnd(async () => expect(await texts()).toContain('x'.repeat(8)));
  vi.useRealTimers();
  const chat = await afterReload();
  expect(await textIn(chat)).toBe('x'.repeat(8));
});

test('keepAll waits for a save that has already begun', async () => {
  const { changeDraft, keepAll } = await openWindow();
  const granted = Promise.withResolvers<void>();
  const { locks: all } = navigator;
  const request = (name: string, work: LockGrantedCallback<unknown>) =>
    granted.promise.then(() => all.request(name, work));
  vi.stubGlobal('navigator', { locks: { request, query: all.query } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  changeDraft('ada@x.test', 'J1', { text: 'Hello', files: [] });
  vi.advanceTimersByTime(250);
  const mayGo = keepAll();
  setImmediate(granted.resolve);
  await mayGo;
  expect(await draftStores().drafts()).toHaveLength(1);
});

test('chosen files stay while the app is open', async () => {
  const { changeDraft, readDraft } = await openWindow();
  const files = [new File(['x'], 'a.pdf')];
  changeDraft('ada@x.test', 'J1', { text: '', files });
  expect(readDraft('ada@x.test', 'J1').files).toBe(files);
});

test('chosen files come back once after a reload, for their author and job only', async () => {
  const first = await openWindow();
  const files = [new File(['a roof'], 'roof.png', { type: 'image/png', lastModified: 7 })];
  first.changeDraft('ada@x.test', 'J1', { text: '', files });
  await first.keepAll();
  const chat = await afterReload();
  await chat.restoreDraft('ada@x.test', 'J1');
  const { files: left } = chat.readDraft('ada@x.test', 'J1');
  expect(left.map(({ name, type, lastModified }) => [name, type, lastModified])).toEqual([
    ['roof.png', 'image/png', 7],
  ]);
  expect(await left[0]?.text()).toBe('a roof');
  await chat.restoreDraft('bob@x.test', 'J1');
  expect(chat.readDraft('bob@x.test', 'J1').files).toEqual([]);
  await chat.restoreDraft('ada@x.test', 'J2');
  expect(chat.readDraft('ada@x.test', 'J2').files).toEqual([]);
  await chat.restoreDraft('ada@x.test', 'J1');
  expect(chat.readDraft('ada@x.test', 'J1').files).toBe(left);
});

test('files that were sent or removed do not come back', async () => {
  const first = await openWindow();
  first.changeDraft('eve@x.test', 'J1', { text: '', files: [new File(['x'], 'a.pdf')] });
  first.changeDraft('eve@x.test', 'J1', { text: '', files: [] });
  await first.keepAll();
  const chat = await afterReload();
  expect(await chat.restoreDraft('eve@x.test', 'J1')).toEqual([]);
  expect(chat.readDraft('eve@x.test', 'J1').files).toEqual([]);
});

test('a sent draft leaves nothing in the storage', async () => {
  const { changeDraft, keepAll } = await openWindow();
  changeDraft('ada@x.test', 'J1', { text: 'sent', files: [] });
  await keepAll();
  expect(await draftStores().drafts()).toHaveLength(1);
  changeDraft('ada@x.test', 'J1', { text: '', files: [] });
  await keepAll();
  expect(await draftStores().drafts()).toEqual([]);
  expect([...stored]).toEqual([]);
});

test('a draft sent while its save is queued is not saved any more', async () => {
  const chat = await openWindow();
  const { dropSent } = await import('../../../src/outbox/drafts/draftRows.ts');
  const { Database } = await import('../../../src/outbox/records/database.ts');
  await chat.restoreDraft('ada@x.test', 'J1');
  const db = new Database({ indexedDB: globalThis.indexedDB });
  // An earlier request takes longer than a message waits for its draft.
  const { locks: all } = navigator;
  const gate = Promise.withResolvers<LockManagerSnapshot>();
  const query = vi.fn(() => gate.promise);
  vi.stubGlobal('navigator', { locks: { request: all.request, query } });
  const reading = Promise.all(['J2', 'J3', 'J4'].map((job) => chat.restoreDraft('ada@x.test', job)));
  await inTheEnd(() => expect(query).toHaveBeenCalled());
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const draft = chat.changeDraft('ada@x.test', 'J1', { text: 'sent once', files: [] });
  const saving = chat.keepAll();
  await chat.sendDraft('ada@x.test', 'J1', draft, (sent) =>
    db.writeAs('', ['drafts'], (tx) => dropSent(tx, sent, 1)),
  );
  gate.resolve({ held: [], pending: [] });
  await Promise.all([reading, saving]);
  expect(JSON.stringify(put.mock.calls)).not.toContain('sent once');
  expect(await draftStores().drafts()).toEqual([]);
  put.mockRestore();
});

test('a draft sent before its first save is not saved after the message', async () => {
  const chat = await openWindow();
  const { dropSent } = await import('../../../src/outbox/drafts/draftRows.ts');
  const { Database } = await import('../../../src/outbox/records/database.ts');
  const db = new Database({ indexedDB: globalThis.indexedDB });
  await chat.restoreDraft('ada@x.test', 'J1');
  const draft = chat.changeDraft('ada@x.test', 'J1', { text: 'sent once', files: [] });
  const sending = chat.sendDraft('ada@x.test', 'J1', draft, (sent) =>
    db.writeAs('', ['drafts', 'draftChunks'], async (tx) => {
      // The transaction of a busy device lasts beyond the time of the next save.
      const until = performance.now() + 600;
      while (performance.now() < until) await tx.objectStore('draftChunks').count();
      await dropSent(tx, sent, 1);
    }),
  );
  await sending;
  expect(await draftStores().drafts()).toEqual([]);
});

test('text that this window saved and sent while its draft was read does not come back', async () => {
  const chat = await openWindow();
  const { dropSent } = await import('../../../src/outbox/drafts/draftRows.ts');
  const { Database } = await import('../../../src/outbox/records/database.ts');
  const db = new Database({ indexedDB: globalThis.indexedDB });
  const draft = chat.changeDraft('ada@x.test', 'J1', { text: 'sent once', files: [] });
  await chat.keepAll();
  chat.changeDraft('ada@x.test', 'J1', { text: '', files: [] }, draft.id);
  const reading = chat.restoreDraft('ada@x.test', 'J1');
  chat.changeDraft('ada@x.test', 'J1', draft, draft.id);
  await chat.sendDraft('ada@x.test', 'J1', draft, (sent) =>
    db.writeAs('', ['drafts'], (tx) => dropSent(tx, sent, 1)),
  );
  await reading;
  expect(chat.readDraft('ada@x.test', 'J1').text).toBe('');
});

test('a full storage loses no typing while the app is open, and the draft counts as unsaved', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { changeDraft, readDraft, keepAll, hasUnsaved } = await openWindow();
  changeDraft('ada@x.test', 'J1', { text: 'still here', files: [] });
  await keepAll();
  expect(readDraft('ada@x.test', 'J1').text).toBe('still here');
  expect(hasUnsaved()).toBe(true);
  put.mockRestore();
});

test('a draft keeps its id over a reload and gets a new one with every change', async () => {
  const first = await openWindow();
  const { id } = first.changeDraft('ada@x.test', 'J1', { text: 'Hello', files: [] });
  await first.keepAll();
  const chat = await afterReload();
  await chat.restoreDraft('ada@x.test', 'J1');
  expect(chat.readDraft('ada@x.test', 'J1').id).toBe(id);
  expect(chat.readDraft('ada@x.test', 'J2').id).not.toBe(id);
  expect(chat.changeDraft('ada@x.test', 'J1', { text: 'Hello!', files: [] }).id).not.toBe(id);
});

test('an empty draft has one id until something is typed', async () => {
  const { readDraft } = await openWindow();
  expect(readDraft('ada@x.test', 'J1').id).toBe(readDraft('ada@x.test', 'J1').id);
});

test('hasUnsaved covers the drafts of all jobs', async () => {
  const { hasUnsaved, changeDraft, keepAll } = await openWindow();
  expect(hasUnsaved()).toBe(false);
  changeDraft('ada@x.test', 'J1', { text: 'Hello', files: [] });
  expect(hasUnsaved()).toBe(true);
  await keepAll();
  expect(hasUnsaved()).toBe(false);
});

test('a window that sends or clears its text leaves other windows’ text', async () => {
  const a = await openWindow('a');
  a.changeDraft('ada@x.test', 'J1', { text: 'typed in a', files: [] });
  await a.keepAll();
  const b = await openWindow('b');
  expect(await textIn(b)).toBe('');
  b.changeDraft('ada@x.test', 'J1', { text: 'typed in b', files: [] });
  await b.keepAll();
  await b.sendDraft('ada@x.test', 'J1', b.readDraft('ada@x.test', 'J1'), async ({ rest: _, ...key }) =>
    b.drop(key.owner, key.form),
  );
  await b.keepAll();
  expect(b.readDraft('ada@x.test', 'J1').text).toBe('');
  const later = await afterReload();
  expect(await textIn(later)).toBe('typed in a');
});

test('of two closed windows’ drafts, the newer comes back first, and the older once the newer is empty', async () => {
  const a = await openWindow('a');
  a.changeDraft('ada@x.test', 'J1', { text: 'older', files: [] });
  await a.keepAll();
  const b = await openWindow('b');
  vi.setSystemTime(Date.now() + 1000);
  b.changeDraft('ada@x.test', 'J1', { text: 'newer', files: [] });
  await b.keepAll();
  const chat = await afterReload();
  expect(await textIn(chat)).toBe('newer');
  chat.changeDraft('ada@x.test', 'J1', { text: '', files: [] });
  await chat.keepAll();
  expect(await textIn(chat)).toBe('older');
});

test('text typed before the draft was read is put below it', async () => {
  const first = await openWindow();
  first.changeDraft('ada@x.test', 'J1', { text: 'from before', files: [] });
  await first.keepAll();
  const chat = await afterReload();
  const reading = chat.restoreDraft('ada@x.test', 'J1');
  chat.changeDraft('ada@x.test', 'J1', { text: 'typed at once', files: [] });
  await reading;
  expect(chat.readDraft('ada@x.test', 'J1').text).toBe('from before\n\ntyped at once');
});

/** Returns what is on the device whenever it changes, until a check passes: what a kill at that moment would leave. */
async function savedUntil(isDone: (texts: string) => boolean): Promise<string[]> {
  const seen: string[] = [];
  await inTheEnd(async () => {
    const rows = await draftStores().drafts();
    const texts = rows.map(({ content }) => (content as { text: string }).text).join(' and ');
    if (seen.at(-1) !== texts) seen.push(texts);
    expect(isDone(texts)).toBe(true);
  });
  return seen;
}

test('text typed before the draft was read never replaces it on the device', async () => {
  const first = await openWindow();
  const plan = new File(['a plan'], 'plan.pdf', { lastModified: 7 });
  first.changeDraft('ada@x.test', 'J1', { text: 'from before', files: [plan] });
  await first.keepAll();
  const chat = await afterReload();
  const reading = chat.restoreDraft('ada@x.test', 'J1');
  chat.changeDraft('ada@x.test', 'J1', { text: 'typed at once', files: [] });
  void chat.keepAll();
  const seen = await savedUntil((texts) => texts === 'from before\n\ntyped at once');
  expect(seen.filter((texts) => !texts.includes('from before'))).toEqual([]);
  expect(await reading).toEqual([]);
  const { files } = chat.readDraft('ada@x.test', 'J1');
  expect(await Promise.all(files.map((file) => file.text()))).toEqual(['a plan']);
});

test('a letter that was typed and deleted before the draft was read takes nothing away', async () => {
  const first = await openWindow();
  first.changeDraft('ada@x.test', 'J1', { text: 'from before', files: [] });
  await first.keepAll();
  const chat = await afterReload();
  const reading = chat.restoreDraft('ada@x.test', 'J1');
  chat.changeDraft('ada@x.test', 'J1', { text: 'x', files: [] });
  chat.changeDraft('ada@x.test', 'J1', { text: '', files: [] });
  await chat.keepAll();
  await reading;
  expect(chat.readDraft('ada@x.test', 'J1').text).toBe('from before');
  expect(await textIn(await afterReload())).toBe('from before');
});

test('a message sent before the draft was read leaves that as the draft', async () => {
  const first = await openWindow();
  first.changeDraft('ada@x.test', 'J1', { text: 'from before', files: [] });
  await first.keepAll();
  const chat = await afterReload();
  const { dropSent } = await import('../../../src/outbox/drafts/draftRows.ts');
  const { Database } = await import('../../../src/outbox/records/database.ts');
  const db = new Database({ indexedDB: globalThis.indexedDB });
  void chat.restoreDraft('ada@x.test', 'J1');
  const draft = chat.changeDraft('ada@x.test', 'J1', { text: 'sent at once', files: [] });
  await chat.sendDraft('ada@x.test', 'J1', draft, (sent) =>
    db.writeAs('', ['drafts', 'draftChunks'], (tx) => dropSent(tx, sent, 1)),
  );
  expect(chat.readDraft('ada@x.test', 'J1').text).toBe('from before');
  expect(await textIn(await afterReload())).toBe('from before');
});

test('a draft that was emptied, or is only spaces, does not count at sign-out', async () => {
  const { changeDraft, keepAll } = await openWindow();
  const { countDrafts } = await import('../../../src/outbox/drafts/drafts.ts');
  changeDraft('ada@x.test', 'J1', { text: 'typed', files: [] });
  changeDraft('ada@x.test', 'J2', { text: 'typed', files: [] });
  await keepAll();
  expect(await countDrafts('ada@x.test')).toBe(2);
  changeDraft('ada@x.test', 'J1', { text: ' \n', files: [] });
  changeDraft('ada@x.test', 'J2', { text: '', files: [] });
  await keepAll();
  expect(await countDrafts('ada@x.test')).toBe(0);
});
