import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { SentDraft } from '../../../src/outbox/records/draftRows.ts';
import type { WriteTx } from '../../../src/outbox/records/stores.ts';
import { ada, message, testDevice } from '../../outbox/support.ts';
import { draftStores } from '../../support/app/draftStores.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { memoryStorage } from '../../support/app/memoryStorage.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.resetModules();
  vi.useRealTimers();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', memoryStorage(stored));
});

/** Saves the drafts of a test's windows, whose timers would save them during the next test otherwise. */
const saveAll: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const saveNow of saveAll.splice(0)) await saveNow();
});

/** Opens a window of the app, with nothing in memory, as after a reload or a crash too. */
async function openWindow() {
  vi.resetModules();
  const chat = await import('../../../src/features/chat/chatDrafts.ts');
  const { hasUnsaved, openDraft } = await import('../../../src/outbox/drafts/openDrafts.ts');
  const { messageRules } = await import('../../../src/features/chat/messageDraft.ts');
  const fits = (it: unknown): it is { text: string } => it !== null;
  const open = (form = 'form') =>
    openDraft('ada@x.test', form, form === 'form' ? { fits } : (messageRules as never));
  const { saveEveryDraft: keepAll } = await import('../../../src/outbox/drafts/saveNow.ts');
  const { dropSentDraft } = await import('../../../src/outbox/records/draftRows.ts');
  const { Database } = await import('../../../src/outbox/records/database.ts');
  const db = new Database({ indexedDB: globalThis.indexedDB });
  /** Removes the draft as the outbox does, in a transaction that begins with `before`. */
  async function enqueue(
    sent: SentDraft,
    before = async (_: WriteTx) => undefined as unknown,
  ): Promise<void> {
    const settle = await db.writeAs('', ['drafts', 'draftChunks'], async (tx) => {
      await before(tx);
      return dropSentDraft(tx, '', sent, 1);
    });
    settle();
  }
  /** Keeps the drafts, or the bytes of their files, busy until what it returns is called. */
  async function keepBusy(store: 'drafts' | 'draftChunks' = 'drafts'): Promise<() => void> {
    let isBusy = true;
    const release = () => {
      isBusy = false;
    };
    onTestFinished(release);
    await new Promise<void>((begun) => {
      void db.erase([store], async (tx) => {
        begun();
        while (isBusy) await tx.objectStore(store).getAllKeys();
      });
    });
    return release;
  }
  /** Holds back what is read in this window, as a page that sleeps. @returns `isRead` once it was read; `wake` */
  function sleep() {
    const [isRead, isAwake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { read } = Database.prototype;
    const reading = vi.spyOn(Database.prototype, 'read').mockImplementation(async function (
      this: typeof db,
      ...all
    ) {
      const found = await read.apply(this, all);
      isRead.resolve();
      await isAwake.promise;
      return found;
    });
    const wake = () => {
      reading.mockRestore();
      isAwake.resolve();
    };
    return { isRead: isRead.promise, wake };
  }
  const { takeOverDraft } = await import('../../../src/outbox/drafts/drafts.ts');
  const look = () => takeOverDraft('ada@x.test', 'chat:J1');
  saveAll.push(keepAll);
  return { ...chat, hasUnsaved, open, keepAll, enqueue, keepBusy, sleep, look };
}

type ChatWindow = Awaited<ReturnType<typeof openWindow>>;

async function textIn(chat: ChatWindow, email = 'ada@x.test', jobId = 'J1'): Promise<string> {
  await chat.restoreDraft(email, jobId);
  return chat.chatDraft(email, jobId).text;
}

test('a draft’s text comes back after a reload, for its author and job only', async () => {
  const first = await openWindow();
  first.changeDraft('ada@x.test', 'J1', { text: 'half a sen', files: [] });
  await first.keepAll();
  const chat = await openWindow();
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
  const chat = await openWindow();
  expect(await textIn(chat)).toBe('x'.repeat(8));
});

test('keepAll waits for a save that has already begun', async () => {
  const { changeDraft, keepAll, keepBusy, restoreDraft } = await openWindow();
  await restoreDraft('ada@x.test', 'J1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  changeDraft('ada@x.test', 'J1', { text: 'Hello', files: [] });
  const release = await keepBusy();
  vi.advanceTimersByTime(250);
  const mayGo = keepAll();
  setImmediate(release);
  await mayGo;
  expect(await draftStores().drafts()).toHaveLength(1);
});

test('keepAll waits for the bytes of files chosen before the draft was read', async () => {
  const { changeDraft, keepAll, keepBusy, restoreDraft } = await openWindow();
  await restoreDraft('ada@x.test', 'J2');
  const release = await keepBusy('draftChunks');
  const files = [new File(['a roof'], 'roof.png')];
  changeDraft('ada@x.test', 'J1', { text: '', files });
  changeDraft('ada@x.test', 'J1', { text: 'See this', files });
  const order: string[] = [];
  const saving = keepAll().then(() => order.push('keepAll resolves'));
  await inTheEnd(async () => expect(await draftStores().drafts()).toHaveLength(1));
  order.push('bytes may be written');
  release();
  await saving;
  expect(order).toEqual(['bytes may be written', 'keepAll resolves']);
});

test('chosen files stay while the app is open', async () => {
  const { changeDraft, chatDraft } = await openWindow();
  const files = [new File(['x'], 'a.pdf')];
  changeDraft('ada@x.test', 'J1', { text: '', files });
  expect(chatDraft('ada@x.test', 'J1').files).toBe(files);
});

test('chosen files come back once after a reload, for their author and job only', async () => {
  const first = await openWindow();
  const files = [new File(['a roof'], 'roof.png', { type: 'image/png', lastModified: 7 })];
  first.changeDraft('ada@x.test', 'J1', { text: '', files });
  await first.keepAll();
  const chat = await openWindow();
  await chat.restoreDraft('ada@x.test', 'J1');
  const { files: left } = chat.chatDraft('ada@x.test', 'J1');
  expect(left.map(({ name, type, lastModified }) => [name, type, lastModified])).toEqual([
    ['roof.png', 'image/png', 7],
  ]);
  expect(await left[0]?.text()).toBe('a roof');
  await chat.restoreDraft('bob@x.test', 'J1');
  expect(chat.chatDraft('bob@x.test', 'J1').files).toEqual([]);
  await chat.restoreDraft('ada@x.test', 'J2');
  expect(chat.chatDraft('ada@x.test', 'J2').files).toEqual([]);
  await chat.restoreDraft('ada@x.test', 'J1');
  expect(chat.chatDraft('ada@x.test', 'J1').files).toBe(left);
});

test('files that were sent or removed do not come back', async () => {
  const first = await openWindow();
  first.changeDraft('eve@x.test', 'J1', { text: '', files: [new File(['x'], 'a.pdf')] });
  first.changeDraft('eve@x.test', 'J1', { text: '', files: [] });
  await first.keepAll();
  const chat = await openWindow();
  expect(await chat.restoreDraft('eve@x.test', 'J1')).toEqual([]);
  expect(chat.chatDraft('eve@x.test', 'J1').files).toEqual([]);
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
  await chat.restoreDraft('ada@x.test', 'J1');
  // An earlier request takes longer than a message waits for its draft.
  const release = await chat.keepBusy();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const draft = chat.changeDraft('ada@x.test', 'J1', { text: 'sent once', files: [] });
  const reading = chat.restoreDraft('ada@x.test', 'J2');
  const saving = chat.keepAll();
  await chat.sendDraft('ada@x.test', 'J1', draft, (sent) => {
    release();
    return chat.enqueue(sent);
  });
  await Promise.all([reading, saving]);
  expect(JSON.stringify(put.mock.calls)).not.toContain('sent once');
  expect(await draftStores().drafts()).toEqual([]);
  put.mockRestore();
});

test('what is typed once a message is stored is saved without what was sent', async () => {
  const chat = await openWindow();
  await chat.restoreDraft('ada@x.test', 'J1');
  const draft = chat.changeDraft('ada@x.test', 'J1', { text: 'sent once', files: [] });
  await chat.keepAll();
  await chat.sendDraft('ada@x.test', 'J1', draft, async (sent) => {
    await chat.enqueue(sent);
    chat.changeDraft('ada@x.test', 'J1', { text: 'sent once and more', files: [] });
    await chat.keepAll();
    expect(await draftStores().drafts()).toEqual([]);
  });
  await chat.keepAll();
  expect(chat.chatDraft('ada@x.test', 'J1').text).toBe('and more');
  expect((await draftStores().drafts()).map(({ content }) => content)).toMatchObject([{ text: 'and more' }]);
});

test('two windows show one draft: what is typed in the one stands in the other, and is sent once', async () => {
  const a = await openWindow();
  await a.restoreDraft('ada@x.test', 'J1');
  const b = await openWindow();
  await b.restoreDraft('ada@x.test', 'J1');
  const shownIn = (chat: ChatWindow) => chat.chatDraft('ada@x.test', 'J1');
  const plan = new File(['a plan'], 'plan.pdf');
  a.changeDraft('ada@x.test', 'J1', { text: 'typed in a', files: [plan] });
  await a.keepAll();
  await inTheEnd(() =>
    expect(shownIn(b)).toMatchObject({ text: 'typed in a', files: [{ name: 'plan.pdf' }] }),
  );
  expect(await shownIn(b).files[0]?.text()).toBe('a plan');
  // The same message, under the same key.
  expect(shownIn(b).id).toBe(shownIn(a).id);

  b.changeDraft('ada@x.test', 'J1', { text: 'typed in b', files: shownIn(b).files });
  await b.keepAll();
  await inTheEnd(() => expect(shownIn(a).text).toBe('typed in b'));
  expect(await draftStores().drafts()).toHaveLength(1);
  await b.sendDraft('ada@x.test', 'J1', shownIn(b), (sent) => b.enqueue(sent));
  await inTheEnd(() => expect(shownIn(a)).toMatchObject({ text: '', files: [] }));
  await a.keepAll();
  expect(await draftStores().drafts()).toEqual([]);
});

/** Opens a window that shows "one", of which another window has made "two". */
async function openWindowThatSleeps() {
  const a = await openWindow();
  a.changeDraft('ada@x.test', 'J1', { text: 'one', files: [] });
  await a.keepAll();
  const b = await openWindow();
  await b.restoreDraft('ada@x.test', 'J1');
  b.changeDraft('ada@x.test', 'J1', { text: 'two', files: [] });
  await b.keepAll();
  return a;
}

test('a window that sends what another one has changed meanwhile sends nothing, and shows that', async () => {
  const channel = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
  const a = await openWindowThatSleeps();
  // A window that sleeps hears of nothing.
  const sending = a.sendDraft('ada@x.test', 'J1', a.chatDraft('ada@x.test', 'J1'), (sent) => a.enqueue(sent));
  await expect(sending).rejects.toMatchObject({ code: 'changed-elsewhere' });
  await inTheEnd(() => expect(a.chatDraft('ada@x.test', 'J1').text).toBe('two'));
  await a.keepAll();
  expect(await draftStores().drafts()).toMatchObject([{ content: { text: 'two' } }]);
  channel.mockRestore();
});

test('of two changes in another window, the later one is shown, and until then nothing is sent', async () => {
  const channel = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
  const a = await openWindow();
  const b = await openWindow();
  await b.restoreDraft('ada@x.test', 'J1');
  const files = [new File(['a plan'], 'plan.pdf')];
  a.changeDraft('ada@x.test', 'J1', { text: 'one', files });
  await a.keepAll();
  const release = await b.keepBusy('draftChunks');
  const read = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  const reads = () =>
    read.mock.contexts.filter((store) => (store as IDBObjectStore).name === 'draftChunks').length;
  b.look();
  await inTheEnd(() => expect(reads()).toBe(1));
  a.changeDraft('ada@x.test', 'J1', { text: 'two', files });
  await a.keepAll();
  b.look();
  await inTheEnd(() => expect(reads()).toBe(2));
  const enqueue = vi.fn();
  const sending = b.sendDraft('ada@x.test', 'J1', b.chatDraft('ada@x.test', 'J1'), enqueue);
  await expect(sending).rejects.toMatchObject({ code: 'changed-elsewhere' });
  release();
  await inTheEnd(() => expect(b.chatDraft('ada@x.test', 'J1')).toMatchObject({ text: 'two', files: [{}] }));
  expect(enqueue).not.toHaveBeenCalled();
  read.mockRestore();
  channel.mockRestore();
});

test('a window that clears what another one has changed meanwhile leaves that, and shows it', async () => {
  const channel = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
  const a = await openWindowThatSleeps();
  // The change is read, and the draft deleted, in this order.
  const release = await a.keepBusy();
  a.look();
  a.changeDraft('ada@x.test', 'J1', { text: '', files: [] });
  const clearing = a.keepAll();
  await new Promise((resolve) => setTimeout(resolve));
  release();
  await clearing;
  await inTheEnd(() => expect(a.chatDraft('ada@x.test', 'J1').text).toBe('two'));
  expect(await draftStores().drafts()).toMatchObject([{ content: { text: 'two' } }]);
  channel.mockRestore();
});

test('of two windows that are typed into at once, the last write counts in both', async () => {
  const a = await openWindow();
  await a.restoreDraft('ada@x.test', 'J1');
  const b = await openWindow();
  await b.restoreDraft('ada@x.test', 'J1');
  a.changeDraft('ada@x.test', 'J1', { text: 'in a', files: [] });
  b.changeDraft('ada@x.test', 'J1', { text: 'in b', files: [] });
  await a.keepAll();
  await b.keepAll();
  for (const chat of [a, b]) {
    await inTheEnd(() => expect(chat.chatDraft('ada@x.test', 'J1').text).toBe('in b'));
  }
});

test('a discard in a window that missed a change leaves that, and undoing it brings nothing back', async () => {
  const channel = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
  const a = await openWindowThatSleeps();
  const undo = await a.open('chat:J1').discard();
  await undo?.();
  a.look();
  await inTheEnd(() => expect(a.chatDraft('ada@x.test', 'J1').text).toBe('two'));
  expect(await draftStores().drafts()).toMatchObject([{ content: { text: 'two' } }]);
  channel.mockRestore();
});

test('a window that sends what another one has discarded meanwhile sends nothing, and undoing that offers it once', async () => {
  const channel = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
  const a = await openWindow();
  a.changeDraft('ada@x.test', 'J1', { text: 'one', files: [] });
  await a.keepAll();
  const b = await openWindow();
  const undo = await b.open('chat:J1').discard();
  const sending = a.open('chat:J1').handOver((sent) => a.enqueue(sent));
  await expect(sending).rejects.toMatchObject({ code: 'changed-elsewhere' });
  await inTheEnd(() => expect(a.chatDraft('ada@x.test', 'J1').text).toBe(''));
  await undo?.();
  await b.keepAll();
  expect(await draftStores().drafts()).toMatchObject([{ content: { text: 'one' } }]);
  channel.mockRestore();
});

test('undoing a discard brings nothing back that another window has sent before it', async () => {
  const channel = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
  const a = await openWindow();
  a.changeDraft('ada@x.test', 'J1', { text: 'one', files: [] });
  await a.keepAll();
  const b = await openWindow();
  const sending = b.open('chat:J1');
  await sending.read();
  await sending.handOver((sent) => b.enqueue(sent));
  const undo = await a.open('chat:J1').discard();
  await undo?.();
  await a.keepAll();
  expect(a.chatDraft('ada@x.test', 'J1').text).toBe('');
  expect(await draftStores().drafts()).toEqual([]);
  channel.mockRestore();
});

/**
 * Waits as a record that one of these windows takes back, and tells no other window of it.
 *
 * @param before what happens before that window knows it
 */
async function takeBack(
  draft: ReturnType<ChatWindow['open']>,
  before = async () => undefined as unknown,
): Promise<void> {
  const device = Object.assign(testDevice(), { factory: globalThis.indexedDB, session: null });
  const page = device.page();
  const { clientId } = await page.send(ada, message('sent'));
  const channel = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
  const content = { version: 1, text: 'sent' };
  await draft.takeBack({ files: [] }, content, async (left) => {
    const row = await page.returnToDraft(ada.uid, clientId, left);
    await before();
    return row;
  });
  channel.mockRestore();
}

test('what is taken back in one window stays before what is typed in another that has not shown it', async () => {
  const a = await openWindow();
  a.changeDraft('ada@x.test', 'J1', { text: 'one', files: [] });
  await a.keepAll();
  const b = await openWindow();
  await b.restoreDraft('ada@x.test', 'J1');
  await takeBack(b.open('chat:J1'));
  expect(b.chatDraft('ada@x.test', 'J1').text).toBe('sent\n\none');
  a.changeDraft('ada@x.test', 'J1', { text: 'one, two', files: [] });
  await a.keepAll();
  for (const chat of [a, b]) {
    await inTheEnd(() => expect(chat.chatDraft('ada@x.test', 'J1').text).toBe('sent\n\none, two'));
  }
  expect(await draftStores().drafts()).toMatchObject([{ content: { text: 'sent\n\none, two' } }]);
});

test('what another window has typed is shown once what was typed meanwhile is deleted again', async () => {
  const channel = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
  const a = await openWindowThatSleeps();
  a.changeDraft('ada@x.test', 'J1', { text: 'one!', files: [] });
  a.look();
  a.changeDraft('ada@x.test', 'J1', { text: 'one', files: [] });
  await a.keepAll();
  await inTheEnd(() => expect(a.chatDraft('ada@x.test', 'J1').text).toBe('two'));
  channel.mockRestore();
});

test('what another window has typed while a draft was read is shown', async () => {
  const channel = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
  const [a, b] = [await openWindow(), await openWindow()];
  a.changeDraft('ada@x.test', 'J1', { text: 'one', files: [] });
  await a.keepAll();
  await b.restoreDraft('ada@x.test', 'J2');
  const { isRead, wake } = b.sleep();
  const reading = b.restoreDraft('ada@x.test', 'J1');
  await isRead;
  a.changeDraft('ada@x.test', 'J1', { text: 'two', files: [] });
  await a.keepAll();
  b.look();
  wake();
  await reading;
  await inTheEnd(() => expect(b.chatDraft('ada@x.test', 'J1').text).toBe('two'));
  channel.mockRestore();
});

test('a drawing that is finished while a record is taken back in another window is not in progress again', async () => {
  const { typedOf } = await import('../../../src/features/chat/messageDraft.ts');
  const drawing = { id: 'p', name: 'roof.jpg', picture: null, content: { lines: 1 } };
  const [a, b] = [await openWindow(), await openWindow()];
  const drawn = a.open('chat:J1');
  drawn.put(typedOf({ text: '', files: [], drawings: [drawing] }) as never);
  await a.keepAll();
  await b.restoreDraft('ada@x.test', 'J1');
  await takeBack(b.open('chat:J1'), async () =>
    drawn.put(typedOf({ text: 'finished', files: [], drawings: [] }) as never),
  );
  await a.keepAll();
  expect(a.chatDraft('ada@x.test', 'J1')).toMatchObject({ text: 'sent\n\nfinished', drawings: [] });
});

test('a record that is taken back while drafts cannot be read is there once', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { transaction } = IDBDatabase.prototype;
  const reading = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...asked
  ) {
    if (asked[1] === 'readonly' && String(asked[0]).includes('drafts'))
      throw new DOMException('lost', 'InvalidStateError');
    return transaction.apply(this, asked);
  });
  const draft = (await openWindow()).open('chat:J1');
  await takeBack(draft);
  reading.mockRestore();
  await draft.read();
  expect(draft.get().content).toMatchObject({ text: 'sent' });
});

test('what is typed in another window behind a record that is being taken back stands behind it once', async () => {
  const [a, b] = [await openWindow(), await openWindow()];
  await takeBack(a.open('chat:J1'), async () => {
    await b.restoreDraft('ada@x.test', 'J1');
    b.changeDraft('ada@x.test', 'J1', { text: 'sent, and more', files: [] });
    await b.keepAll();
    a.look();
    await a.restoreDraft('ada@x.test', 'J2');
  });
  await inTheEnd(() => expect(a.chatDraft('ada@x.test', 'J1').text).toBe('sent, and more'));
  await a.keepAll();
  expect(await draftStores().drafts()).toMatchObject([{ content: { text: 'sent, and more' } }]);
});

test('what is typed while a record is taken back is shown in a window that shows the record already', async () => {
  const [a, b] = [await openWindow(), await openWindow()];
  await takeBack(a.open('chat:J1'), async () => {
    await b.restoreDraft('ada@x.test', 'J1');
    a.changeDraft('ada@x.test', 'J1', { text: 'more', files: [] });
  });
  expect(b.chatDraft('ada@x.test', 'J1').text).toBe('sent');
  await a.keepAll();
  await inTheEnd(() => expect(b.chatDraft('ada@x.test', 'J1').text).toBe('sent\n\nmore'));
});

test('a change that is taken back in one window is not replaced by what is typed in another, which says so', async () => {
  const [a, b] = [await openWindow(), await openWindow()];
  const [typing, taking] = [a.open(), b.open()];
  await Promise.all([typing.read(), taking.read()]);
  await takeBack(taking);
  typing.put({ content: { text: 'typed in a' }, files: [] });
  await a.keepAll();
  expect(await draftStores().drafts()).toMatchObject([{ content: { text: 'sent' } }]);
  expect([typing.get().content, typing.trouble]).toEqual([{ text: 'typed in a' }, 'all']);
  await typing.discard();
  await inTheEnd(() => expect(typing.get().content).toMatchObject({ text: 'sent' }));
});

test('a draft sent before its first save is not saved after the message', async () => {
  const chat = await openWindow();
  await chat.restoreDraft('ada@x.test', 'J1');
  const draft = chat.changeDraft('ada@x.test', 'J1', { text: 'sent once', files: [] });
  const sending = chat.sendDraft('ada@x.test', 'J1', draft, (sent) =>
    chat.enqueue(sent, async (tx) => {
      // The transaction of a busy device lasts beyond the time of the next save.
      const until = performance.now() + 600;
      while (performance.now() < until) await tx.objectStore('draftChunks').count();
    }),
  );
  await sending;
  expect(await draftStores().drafts()).toEqual([]);
});

test('text that this window saved and sent while its draft was read does not come back', async () => {
  const chat = await openWindow();
  const draft = chat.changeDraft('ada@x.test', 'J1', { text: 'sent once', files: [] });
  await chat.keepAll();
  chat.changeDraft('ada@x.test', 'J1', { text: '', files: [] }, draft.id);
  const reading = chat.restoreDraft('ada@x.test', 'J1');
  chat.changeDraft('ada@x.test', 'J1', draft, draft.id);
  await chat.sendDraft('ada@x.test', 'J1', draft, (sent) => chat.enqueue(sent));
  await reading;
  expect(chat.chatDraft('ada@x.test', 'J1').text).toBe('');
});

test('a full storage loses no typing while the app is open, and the draft counts as unsaved', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { changeDraft, chatDraft, keepAll, hasUnsaved } = await openWindow();
  changeDraft('ada@x.test', 'J1', { text: 'still here', files: [] });
  await keepAll();
  expect(chatDraft('ada@x.test', 'J1').text).toBe('still here');
  expect(hasUnsaved()).toBe(true);
  put.mockRestore();
});

test('a draft keeps its id over a reload and gets a new one with every change', async () => {
  const first = await openWindow();
  const { id } = first.changeDraft('ada@x.test', 'J1', { text: 'Hello', files: [] });
  await first.keepAll();
  const chat = await openWindow();
  await chat.restoreDraft('ada@x.test', 'J1');
  expect(chat.chatDraft('ada@x.test', 'J1').id).toBe(id);
  expect(chat.chatDraft('ada@x.test', 'J2').id).not.toBe(id);
  expect(chat.changeDraft('ada@x.test', 'J1', { text: 'Hello!', files: [] }).id).not.toBe(id);
});

test('an empty draft has one id until something is typed', async () => {
  const { chatDraft } = await openWindow();
  expect(chatDraft('ada@x.test', 'J1').id).toBe(chatDraft('ada@x.test', 'J1').id);
});

test('hasUnsaved covers the drafts of all jobs', async () => {
  const { hasUnsaved, changeDraft, keepAll } = await openWindow();
  expect(hasUnsaved()).toBe(false);
  changeDraft('ada@x.test', 'J1', { text: 'Hello', files: [] });
  expect(hasUnsaved()).toBe(true);
  await keepAll();
  expect(hasUnsaved()).toBe(false);
});

test('text typed before the draft was read is put below it', async () => {
  const first = await openWindow();
  first.changeDraft('ada@x.test', 'J1', { text: 'from before', files: [] });
  await first.keepAll();
  const chat = await openWindow();
  const reading = chat.restoreDraft('ada@x.test', 'J1');
  chat.changeDraft('ada@x.test', 'J1', { text: 'typed at once', files: [] });
  await reading;
  expect(chat.chatDraft('ada@x.test', 'J1').text).toBe('from before\n\ntyped at once');
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
  const chat = await openWindow();
  const reading = chat.restoreDraft('ada@x.test', 'J1');
  chat.changeDraft('ada@x.test', 'J1', { text: 'typed at once', files: [] });
  void chat.keepAll();
  const seen = await savedUntil((texts) => texts === 'from before\n\ntyped at once');
  expect(seen.filter((texts) => !texts.includes('from before'))).toEqual([]);
  expect(await reading).toEqual([]);
  const { files } = chat.chatDraft('ada@x.test', 'J1');
  expect(await Promise.all(files.map((file) => file.text()))).toEqual(['a plan']);
});

test('a letter that was typed and deleted before the draft was read takes nothing away', async () => {
  const first = await openWindow();
  first.changeDraft('ada@x.test', 'J1', { text: 'from before', files: [] });
  await first.keepAll();
  const chat = await openWindow();
  const reading = chat.restoreDraft('ada@x.test', 'J1');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  chat.changeDraft('ada@x.test', 'J1', { text: 'x', files: [] });
  chat.changeDraft('ada@x.test', 'J1', { text: '', files: [] });
  await chat.keepAll();
  await reading;
  // Another window may have sent it by now.
  expect(put).not.toHaveBeenCalled();
  put.mockRestore();
  expect(chat.chatDraft('ada@x.test', 'J1').text).toBe('from before');
  expect(await textIn(await openWindow())).toBe('from before');
});

test('a message sent before the draft was read leaves that as the draft', async () => {
  const first = await openWindow();
  first.changeDraft('ada@x.test', 'J1', { text: 'from before', files: [] });
  await first.keepAll();
  const chat = await openWindow();
  void chat.restoreDraft('ada@x.test', 'J1');
  const draft = chat.changeDraft('ada@x.test', 'J1', { text: 'sent at once', files: [] });
  await chat.sendDraft('ada@x.test', 'J1', draft, (sent) => chat.enqueue(sent));
  expect(chat.chatDraft('ada@x.test', 'J1').text).toBe('from before');
  expect(await textIn(await openWindow())).toBe('from before');
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

/** Opens the draft of a form whose files are read once `release` is called. */
async function openReading() {
  const first = await openWindow();
  first.open().put({ content: { text: 'Left' }, files: [new File(['a'], 'a'), new File(['b'], 'b')] });
  await first.keepAll();
  const page = await openWindow();
  await page.restoreDraft('ada@x.test', 'J2');
  const release = await page.keepBusy('draftChunks');
  await page.open().read();
  return { ...page, draft: page.open(), release };
}

test('what is typed while files are read is saved with them, though it is written after they came', async () => {
  const { draft, release, keepBusy, keepAll, changeDraft } = await openReading();
  const write = await keepBusy();
  changeDraft('ada@x.test', 'J2', { text: 'Other', files: [] });
  draft.put({ content: { text: 'More' }, files: [] });
  const saved = keepAll();
  release();
  await inTheEnd(() => expect(draft.get().isReading).toBe(false));
  write();
  await saved;
  const row = (await draftStores().drafts()).find(({ form }) => form === 'form');
  expect(row?.files).toHaveLength(2);
});

test('a form discarded and closed while its files are read opens empty, and Undo shows it with them', async () => {
  const { draft, open, release } = await openReading();
  const discarded = draft.discard();
  for (const _ of [1, 2]) draft.end();
  const reading = open().read();
  setTimeout(release);
  await reading;
  expect(open().get().content).toBeNull();
  await (await discarded)?.();
  expect(open().get()).toMatchObject({ content: { text: 'Left' }, files: [{}, {}] });
});
