import { expect, test } from 'vitest';
import { ShownDrafts } from '../../src/outbox/drafts/ShownDrafts.ts';
import type { Outbox } from '../../src/outbox/Outbox.ts';
import type { Database } from '../../src/outbox/records/database.ts';
import { putDraft, putFileBytes } from '../../src/outbox/records/draftRows.ts';
import {
  beginSignOut,
  hasOthers,
  markSignedOut,
  mirrorSession,
  purgeTyped,
} from '../../src/outbox/records/sessionJournal.ts';
import type { DraftKey, DraftRow } from '../../src/outbox/records/stores.ts';
import {
  ada,
  bob,
  copiedFile,
  message,
  settled,
  statesOf,
  storesOnly,
  testDevice,
  tokenOf,
} from './support.ts';

const key: DraftKey = { owner: ada.email, form: 'chat:job-1' };

function draft(text: string, more: Partial<DraftRow> = {}): DraftRow {
  return { ...key, id: text, uid: ada.uid, savedTimestamp: 1, content: { text }, files: [], ...more };
}

function rowsIn(db: Database): Promise<DraftRow[]> {
  return db.read(['drafts'], (tx) => tx.objectStore('drafts').getAll());
}

/** Fails the next transaction that adds a record at the time of its commit. */
async function failsToSend(page: Outbox): Promise<void> {
  await expect(
    page.send(
      ada,
      message('typed'),
      [copiedFile('x.pdf', 'x')].map((file) => ({ ...file, chunks: [Symbol() as never] })),
      'c1',
      key,
    ),
  ).rejects.toMatchObject({ code: 'unavailable' });
}

test('a draft is removed in the transaction that enqueues its message: exactly one of the two exists', async () => {
  const { page } = storesOnly();
  await putDraft(page.db, draft('typed'));
  const sending = page.send(ada, message('typed'), [], 'c1', key);
  const seen = new Set<string>();
  for (let n = 0; n < 40; n += 1) {
    const [rows, records] = await page.db.read(['drafts', 'outbox'], async (tx) => [
      await tx.objectStore('drafts').getAll(),
      await tx.objectStore('outbox').getAll(),
    ]);
    seen.add(`${rows.length} drafts, ${records.length} records`);
  }
  await sending;
  expect([...seen]).toEqual(expect.arrayContaining(['0 drafts, 1 records']));
  expect(
    [...seen].filter((what) => what !== '0 drafts, 1 records' && what !== '1 drafts, 0 records'),
  ).toEqual([]);
});

test('a message that cannot be enqueued leaves its draft', async () => {
  const { page } = storesOnly();
  await putDraft(page.db, draft('typed'));
  await failsToSend(page);
  expect(await rowsIn(page.db)).toMatchObject([{ content: { text: 'typed' } }]);
  expect(await statesOf(page)).toEqual([]);
});

test('text typed during the sending stays as the draft, without the sent text', async () => {
  const { page } = storesOnly();
  await putDraft(page.db, draft('typed'));
  const rest = () => ({ content: { text: 'and more' }, files: [] });
  await page.send(ada, message('typed'), [], 'c1', { ...key, rest });
  expect(await rowsIn(page.db)).toMatchObject([{ ...key, uid: ada.uid, content: { text: 'and more' } }]);
});

test('the bytes of a sent draft are deleted, and the page that copied them is notified', async () => {
  const { page } = storesOnly();
  const file = { id: 'f1', name: 'a.pdf', type: '', size: 1, lastModified: 0, whole: true };
  await page.db.writeAs('', ['draftChunks'], (tx) =>
    tx.objectStore('draftChunks').put(new ArrayBuffer(1), ['f1', 0]),
  );
  await putDraft(page.db, draft('typed', { files: [file] }));
  const dropped: string[] = [];
  await page.send(ada, message('typed'), [], 'c1', { ...key, onSent: (_, ids) => dropped.push(...ids) });
  expect(dropped).toEqual(['f1']);
  expect(await page.db.read(['draftChunks'], (tx) => tx.objectStore('draftChunks').count())).toBe(0);
});

test('a message sent twice removes its draft both times', async () => {
  const { page } = storesOnly();
  await page.send(ada, message('typed'), [], 'c1');
  await putDraft(page.db, draft('typed'));
  await page.send(ada, message('typed'), [], 'c1', key);
  expect(await rowsIn(page.db)).toEqual([]);
  expect(await statesOf(page)).toEqual([['typed', 'queued']]);
});

test('a draft that a window saves after its user has signed out is not stored', async () => {
  const { db } = testDevice().page();
  await mirrorSession(db, tokenOf(ada));
  await beginSignOut(db, { now: () => 0 }, ada.uid, false);
  await purgeTyped(db, ada.uid, ada.email);
  await expect(putDraft(db, draft('too late'))).rejects.toThrow();
  await markSignedOut(db, ada.uid);
  await expect(putDraft(db, draft('later still'))).rejects.toThrow();
  expect(await rowsIn(db)).toEqual([]);
  await putDraft(db, draft('of somebody else', { owner: bob.email, uid: bob.uid }));
  expect(await rowsIn(db)).toHaveLength(1);
});

test('a sign-out deletes the bytes of a file that a page took out of its draft before it ended', async () => {
  const { db } = testDevice().page();
  const file = { id: 'f1', name: 'a.pdf', type: 'application/pdf', size: 5, lastModified: 0, whole: true };
  await putDraft(db, draft('with a file', { files: [file] }));
  await putFileBytes(db, ada.uid, 'f1', new File(['bytes'], 'a.pdf'));
  // The draft is stored without its file, and the page ends before the bytes are deleted.
  await db.writeAs(ada.uid, ['drafts'], (tx) => tx.objectStore('drafts').put(draft('without')));
  await putDraft(
    db,
    draft('of somebody else', { owner: bob.email, uid: bob.uid, files: [{ ...file, id: 'f2' }] }),
  );
  await putFileBytes(db, bob.uid, 'f2', new File(['bytes'], 'a.pdf'));
  await beginSignOut(db, { now: () => 0 }, ada.uid, false);
  await purgeTyped(db, ada.uid, ada.email);
  const left = await db.read(['draftChunks'], (tx) => tx.objectStore('draftChunks').getAllKeys());
  expect(left.map(([id]) => id)).toEqual(['f2']);
});

test('a page that dies as it saves leaves neither text nor bytes of a user who has signed out', async () => {
  const device = testDevice();
  const { db } = device.page();
  await mirrorSession(db, tokenOf(ada));
  const doomed = device.page();
  const { writeAs, erase } = doomed.db;
  let writes = 0;
  // Only its first transaction begins: the page sees no result of it.
  Object.assign(doomed.db, {
    writeAs: (...all: Parameters<typeof writeAs>) =>
      writes++ === 0 ? writeAs.apply(doomed.db, all) : new Promise(() => undefined),
    erase: (...all: Parameters<typeof erase>) =>
      writes > 0 ? new Promise(() => undefined) : erase.apply(doomed.db, all),
  });
  await beginSignOut(db, { now: () => 0 }, ada.uid, false);
  await purgeTyped(db, ada.uid, ada.email);
  putDraft(doomed.db, draft('too late')).catch(() => undefined);
  await settled();
  expect(await rowsIn(db)).toEqual([]);
  writes = 0;
  putFileBytes(doomed.db, ada.uid, 'f1', new File(['bytes'], 'a.pdf')).catch(() => undefined);
  await settled();
  expect(await db.read(['draftChunks'], (tx) => tx.objectStore('draftChunks').count())).toBe(0);
});

test('what a user wants to keep on the device is still saved after the sign-out', async () => {
  const device = testDevice();
  const { db } = device.page();
  await mirrorSession(db, tokenOf(ada));
  await beginSignOut(db, { now: () => 0 }, ada.uid, true);
  await putDraft(db, draft('the last keys'));
  expect(await rowsIn(db)).toMatchObject([{ content: { text: 'the last keys' } }]);
});

test('a user who signs in again can write again', async () => {
  const { db } = testDevice().page();
  await beginSignOut(db, { now: () => 0 }, ada.uid, false);
  await expect(putDraft(db, draft('out'))).rejects.toMatchObject({ code: 'signed-out' });
  await markSignedOut(db, ada.uid);
  await mirrorSession(db, tokenOf(ada));
  await putDraft(db, draft('back'));
  expect(await rowsIn(db)).toHaveLength(1);
});

test('a sign-out deletes the drafts of its user, and no others', async () => {
  const { db } = testDevice().page();
  await putDraft(db, draft('of ada'));
  await putDraft(db, draft('of ada, from an earlier version', { uid: '', form: 'new-job' }));
  await putDraft(db, draft('of bob', { owner: bob.email, uid: bob.uid }));
  expect(await hasOthers(db, ada)).toBe(true);
  await purgeTyped(db, ada.uid, ada.email);
  expect((await rowsIn(db)).map(({ content }) => content)).toEqual([{ text: 'of bob' }]);
  expect(await hasOthers(db, bob)).toBe(false);
});

/** A window that has read the draft of the form, and has something typed in it that is not saved. */
async function typedInto(db: Database) {
  let hear: (name: string | null) => void = () => undefined;
  const channel = {
    announce: () => undefined,
    subscribe(listener: typeof hear) {
      hear = listener;
      return () => undefined;
    },
  };
  const window = { isLeft: false, tell: () => hear(null) };
  const shown = new ShownDrafts(
    (work) => work(db),
    channel,
    () => window.isLeft,
  );
  await shown.read(key);
  shown.follow(
    key,
    () => true,
    () => undefined,
  );
  return Object.assign(window, { save: () => shown.save(key, () => draft('typed')) });
}

const takenBack = () => draft('taken back', { returned: 'r1' });

test('a window that is left stores what is typed without asking what is there', async () => {
  const { db } = testDevice().page();
  const window = await typedInto(db);
  await putDraft(db, takenBack());
  window.isLeft = true;
  await window.save();
  expect(await rowsIn(db)).toMatchObject([{ content: { text: 'typed' } }]);
});

test('a window that is left writes over no record of whose return it was told', async () => {
  const { db } = testDevice().page();
  const window = await typedInto(db);
  await putDraft(db, takenBack());
  window.tell();
  window.isLeft = true;
  await expect(window.save()).rejects.toMatchObject({ code: 'changed-elsewhere' });
  expect(await rowsIn(db)).toMatchObject([{ content: { text: 'taken back' } }]);
});

test('what a window asked for as it was left writes over no returned record where it is repeated once it lives on', async () => {
  const { db } = testDevice().page();
  const window = await typedInto(db);
  const { commit } = IDBTransaction.prototype;
  IDBTransaction.prototype.commit = function () {
    IDBTransaction.prototype.commit = commit;
    // Frozen in the middle, as by the cache of pages that one goes back to.
    window.isLeft = false;
    void putDraft(db, takenBack());
    this.abort();
  };
  window.isLeft = true;
  await expect(window.save()).rejects.toMatchObject({ code: 'changed-elsewhere' });
  expect(await rowsIn(db)).toMatchObject([{ content: { text: 'taken back' } }]);
});
