import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { draftStores } from '../../support/app/draftStores.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { memoryStorage } from '../../support/app/memoryStorage.ts';

/** Browsers that answer late or never: a form opens all the same, and its draft is not lost. */

const ada = 'ada@client.test';
const form = 'chat:J1';
const stored = new Map<string, string>();
let factory: IDBFactory;

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stored.clear();
  factory = new IDBFactory();
  vi.stubGlobal('indexedDB', factory);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', memoryStorage(stored));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/**
 * Opens the database with a draft in it, in a window that does not close it; from then on this build has one version more.
 */
async function connectionAtEarlierVersion(draft: object): Promise<IDBDatabase> {
  const { openRequest, upgrades } = await import('../../../src/outbox/records/schema.ts');
  return new Promise((resolve, reject) => {
    const request = openRequest(factory);
    request.onsuccess = () => {
      const tx = request.result.transaction(['drafts'], 'readwrite');
      tx.objectStore('drafts').put(draft);
      tx.oncomplete = () => {
        (upgrades as (() => void)[]).push(() => undefined);
        onTestFinished(() => void (upgrades as unknown[]).pop());
        resolve(request.result);
      };
    };
    request.onerror = () => reject(request.error);
  });
}

/** Returns the answers that a dozen forms have got after this many milliseconds. */
async function answeredAfter(ms: number): Promise<unknown[]> {
  const drafts = await import('../../../src/outbox/drafts/drafts.ts');
  const answered: unknown[] = [];
  for (let n = 0; n < 12; n += 1) {
    void drafts.readDraft(ada, n === 0 ? form : `form ${n}`).then((left) => answered.push(left));
  }
  await vi.advanceTimersByTimeAsync(ms);
  for (let n = 0; n < 500; n += 1) await new Promise((resolve) => setImmediate(resolve));
  return answered;
}

test('forms open without drafts while another window blocks the database at an earlier version, and get them afterwards', async () => {
  const other = await connectionAtEarlierVersion({
    ...{ owner: ada, form, id: 'id-1', uid: '', savedTimestamp: 5, files: [] },
    content: { version: 1, text: 'left by an earlier version' },
  });
  expect(await answeredAfter(3000)).toEqual(Array(12).fill(null));
  const drafts = await import('../../../src/outbox/drafts/drafts.ts');
  await expect(drafts.saveDraft(ada, 'new-job', { typed: 'meanwhile' })).rejects.toThrow();

  const order: string[] = [];
  const found = new Promise<unknown>((resolve) => {
    drafts.onDraftsOpenedLate({
      find() {
        order.push('find');
        resolve(drafts.readDraft(ada, form));
      },
    });
    drafts.onDraftsOpenedLate({
      async save() {
        await drafts.saveDraft(ada, 'new-job', { typed: 'meanwhile' });
        order.push('saved');
      },
    });
  });
  other.close();
  expect(await found).toMatchObject({ content: { text: 'left by an earlier version' } });
  expect(order).toEqual(['saved', 'find']);
  expect((await drafts.readDraft(ada, 'new-job'))?.content).toEqual({ typed: 'meanwhile' });
});

test('a browser that never opens its database delays a dozen forms no longer than one', async () => {
  const open = factory.open.bind(factory);
  vi.spyOn(factory, 'open').mockImplementation((...all) =>
    Object.assign(open(...all), { addEventListener: () => undefined }),
  );
  expect(await answeredAfter(3000)).toEqual(Array(12).fill(null));
});

test('a draft read after its form stopped waiting is left in the database and found later', async () => {
  const { putDraft } = await import('../../../src/outbox/records/draftRows.ts');
  const { Database } = await import('../../../src/outbox/records/database.ts');
  const db = new Database({ indexedDB: factory });
  const left = { owner: ada, form, id: 'd1', uid: '', savedTimestamp: 1, content: 'left', files: [] };
  await putDraft(db, left);
  const drafts = await import('../../../src/outbox/drafts/drafts.ts');
  await drafts.readDraft(ada, 'another form');
  const found = new Promise<unknown>((resolve) => {
    drafts.onDraftsOpenedLate({ find: () => resolve(draftStores().drafts()) });
  });
  // Another window writes without end.
  let isBusy = true;
  const busy = db.writeAs('', ['drafts'], async (tx) => {
    while (isBusy) await tx.objectStore('drafts').count();
  });
  const reading = drafts.readDraft(ada, form);
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(8000);
  expect(await reading).toBeNull();
  // What was typed meanwhile does not replace it.
  const saving = drafts.saveDraft(ada, form, 'typed meanwhile');
  isBusy = false;
  await busy;
  await expect(saving).rejects.toMatchObject({ code: 'changed-elsewhere' });
  expect(drafts.draftTrouble(ada, form)).toBe('all');
  expect(await found).toMatchObject([{ id: 'd1', content: 'left' }]);
  expect(await drafts.readDraft(ada, form)).toMatchObject({ content: 'left' });
});

test('the files of a draft whose page was frozen while they were read are in it', async () => {
  const { saveDraft } = await import('../../../src/outbox/drafts/drafts.ts');
  const photo = new File(['photo'], 'roof.jpg', { type: 'image/jpeg' });
  await new Promise((resolve, reject) => {
    saveDraft(ada, form, { text: 'The roof' }, [photo], { onUnsaved: resolve }).catch(reject);
  });
  vi.resetModules();
  const { findDraft } = await import('../../../src/outbox/drafts/drafts.ts');
  const found = await findDraft(ada, form);
  // As it goes on, its timers come before what the database has read.
  vi.advanceTimersByTime(60_000);
  const { files = [], missing } = (await found?.bytes) ?? {};
  expect({ names: files.map(({ name }) => name), missing }).toEqual({ names: ['roof.jpg'], missing: [] });
});

test.each(['removed from it', 'discarded with it'])(
  'a file that is %s while it is copied is not said to be unsaved',
  async (how) => {
    const drafts = await import('../../../src/outbox/drafts/drafts.ts');
    const bytes = Promise.withResolvers<ArrayBuffer>();
    const photo = new File(['photo'], 'roof.jpg', { type: 'image/jpeg' });
    vi.spyOn(photo, 'slice').mockReturnValue({ arrayBuffer: () => bytes.promise } as never);
    await drafts.readDraft(ada, form);
    const copied = new Promise<string[]>((resolve) => {
      void drafts.saveDraft(ada, form, { text: 'The roof' }, [photo], { onUnsaved: resolve });
    });
    await inTheEnd(() => expect(photo.slice).toHaveBeenCalled());
    if (how === 'removed from it') await drafts.saveDraft(ada, form, { text: 'The roof' });
    else await drafts.dropDraft(ada, form);
    bytes.resolve(new ArrayBuffer(5));
    expect(await copied).toEqual([]);
    expect(drafts.draftTrouble(ada, form)).toBeNull();
    expect(drafts.hasDraftTrouble()).toBe(false);
  },
);
