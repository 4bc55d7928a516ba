import { forceCloseDatabase, IDBDatabase } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chunkBytes, readChosenFile } from '../../src/outbox/records/fileBytes.ts';
import { countRecordsForNewerApp, quarantined } from '../../src/outbox/records/quarantine.ts';
import { supportedNeeds } from '../../src/outbox/records/record.ts';
import { headOf } from '../../src/outbox/records/rows.ts';
import { databaseName, upgrades } from '../../src/outbox/records/schema.ts';
import { storageLost } from '../../src/storage.ts';
import { inTheEnd } from '../support/app/inTheEnd.ts';
import {
  ada,
  copiedFile,
  message,
  sentWords,
  settled,
  statesOf,
  storesOnly,
  testDevice,
  testPage,
} from './support.ts';

test('file bytes arrive as they were picked, in chunks, under a fixed name', async () => {
  const { device, page } = storesOnly();
  const bytes = new Uint8Array(chunkBytes + 5).map((_, n) => n % 251);
  const file = await readChosenFile(new File([bytes], 'plan.pdf', { type: 'application/pdf' }));
  expect(file.chunks.map((chunk) => chunk.byteLength)).toEqual([chunkBytes, 5]);
  await page.send(ada, message('with a plan'), [file, copiedFile('plan.pdf', 'other')]);
  device.now += 3_600_000;
  device.session = ada;
  await page.drain();
  const [plan, other] = device.sent[0]?.files ?? [];
  expect(Buffer.concat((plan?.chunks ?? []).map((chunk) => Buffer.from(chunk))).equals(bytes)).toBe(true);
  expect([plan?.name, other?.name]).toEqual(['plan.20261121T190000.pdf', 'plan (2).20261121T190000.pdf']);
  expect(device.sent[0]?.record.files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test('a message whose bytes are lost is not sent without them', async () => {
  const { device, page } = storesOnly();
  await page.send(ada, message('with a plan'), [copiedFile('plan.pdf', 'one', 'two')]);
  await page.db.writeAs('', ['chunks'], async (tx) => {
    const [key] = await tx.objectStore('chunks').getAllKeys();
    if (key) await tx.objectStore('chunks').delete(key);
  });
  device.session = ada;
  await page.drain();
  expect(device.sent).toEqual([]);
  expect((await page.records(ada.uid))[0]).toMatchObject({ state: 'failed', error: { code: 'file-lost' } });
});

test('a device without room refuses the message and leaves its draft', async () => {
  const device = testDevice();
  device.storageLeft = 1000;
  const page = device.page();
  await expect(page.send(ada, message('hello'), [copiedFile('a.pdf', 'x')])).rejects.toMatchObject({
    code: 'full',
  });
  expect(await statesOf(page)).toEqual([]);
});

test('a quota error of the transaction is reported as a full device', async () => {
  const { page } = testPage();
  page.db.writeAs = async () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  await expect(page.send(ada, message('hello'))).rejects.toMatchObject({ code: 'full' });
});

test('a browser that denies storage reports it, and the message does not count as stored', async () => {
  const device = testDevice();
  const denied = {
    open: () => {
      throw new DOMException('', 'SecurityError');
    },
  } as unknown as IDBFactory;
  const page = device.page({ indexedDB: denied });
  await expect(page.send(ada, message('hello'))).rejects.toMatchObject({ code: 'unavailable' });
});

test('a lost database connection is opened again', async () => {
  const device = testDevice();
  const opened: IDBDatabase[] = [];
  const factory = {
    open: (name: string, version: number) => {
      const request = device.factory.open(name, version);
      request.addEventListener('success', () => opened.push(request.result));
      return request;
    },
  } as IDBFactory;
  const page = device.page({ indexedDB: factory });
  await page.send(ada, message('one'));
  await settled();
  for (const db of opened) forceCloseDatabase(db as never);
  await page.send(ada, message('two'));
  await settled();
  expect(sentWords(device)).toEqual(['one', 'two']);
});

/** A browser whose process for databases ends: WebKit answers every later request of the page so. */
function losingFactory(factory: IDBFactory) {
  const opened: IDBDatabase[] = [];
  const state = { isLost: false };
  const open = (name: string, version: number) => {
    if (state.isLost) throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
    const request = factory.open(name, version);
    request.addEventListener('success', () => opened.push(request.result));
    return request;
  };
  return {
    indexedDB: { open } as IDBFactory,
    lose() {
      state.isLost = true;
      for (const db of opened) forceCloseDatabase(db as never);
    },
  };
}

test('a page whose databases worked and are gone says that they are lost, not that the browser denies them', async () => {
  const device = testDevice();
  device.session = null;
  const { indexedDB, lose } = losingFactory(device.factory);
  const page = device.page({ indexedDB });
  await page.send(ada, message('stored'));
  expect(storageLost.get()).toBe(false);
  lose();
  await expect(page.send(ada, message('typed'))).rejects.toMatchObject({ code: 'lost' });
  await expect(page.records(ada.uid)).rejects.toMatchObject({ code: 'lost' });
  expect(storageLost.get()).toBe(true);
  // Another page has them again.
  expect(await statesOf(device.page())).toEqual([['stored', 'queued']]);
  storageLost.set(false);
});

test('a page that never had its databases has not lost them', async () => {
  const { indexedDB, lose } = losingFactory(testDevice().factory);
  lose();
  const page = testDevice().page({ indexedDB });
  await expect(page.records(ada.uid)).rejects.toMatchObject({ name: 'UnknownError' });
  expect(storageLost.get()).toBe(false);
});

test('an unreadable row is quarantined and blocks no other', async () => {
  const { device, page } = storesOnly();
  const row = { v: 99, ownerUid: 'ada', laneKey: 'job:job-1', clientId: 'x', words: 'keep me' };
  await page.db.writeAs('', ['outbox'], (tx) => tx.objectStore('outbox').add(row as object));
  await page.send(ada, message('hello'));
  device.session = ada;
  await page.drain();
  expect(sentWords(device)).toEqual(['hello']);
  expect(await quarantined(page.db, ada.uid)).toMatchObject([{ ownerUid: 'ada', row }]);
});

test('a record for a later build is left alone, what is behind it waits, and that build sends both', async () => {
  const { device, page } = storesOnly();
  const { seq, laneKey, clientId } = await page.send(ada, message('of a later build'));
  await page.send(ada, message('behind it'));
  await page.send(ada, message('of another job', 'job-2'));
  const change = (needs: number) =>
    page.db.writeAs(ada.uid, ['outbox'], async (tx) => {
      const outbox = tx.objectStore('outbox');
      await outbox.put({ ...(await outbox.get(seq)), needs } as object);
    });
  await change(supportedNeeds + 1);
  device.session = ada;
  await page.drain({ eager: true });
  expect(sentWords(device)).toEqual(['of another job']);
  expect(await quarantined(page.db, ada.uid)).toEqual([]);
  expect(await countRecordsForNewerApp(page.db, ada.uid)).toBe(1);
  expect(await countRecordsForNewerApp(page.db, 'bob')).toBe(0);
  const head = (arrived: Set<number>) =>
    page.db.read(['outbox'], (tx) => headOf(tx, ada.uid, laneKey, arrived));
  expect(await head(new Set())).toBeNull();
  await expect(page.discard(ada.uid, clientId)).rejects.toMatchObject({ code: 'gone' });
  // That build understands it.
  await change(supportedNeeds);
  await page.drain({ eager: true });
  expect(sentWords(device)).toEqual(['of another job', 'of a later build', 'behind it']);
});

test('a newer version of the app gets the database at once with its records, and the old one does nothing', async () => {
  const { device, page } = storesOnly();
  await page.send(ada, message('from the old build'));
  const newer = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = device.factory.open(databaseName, upgrades.length + 1);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  expect([...newer.objectStoreNames]).toContain('outbox');
  const rows = await new Promise<{ state: string }[]>((resolve) => {
    const request = newer.transaction('outbox').objectStore('outbox').getAll();
    request.onsuccess = () => resolve(request.result);
  });
  expect(rows).toMatchObject([{ state: 'queued' }]);
  await expect(page.send(ada, message('too old'))).rejects.toMatchObject({ code: 'newer-app' });
  await page.drain();
  expect(device.sent).toEqual([]);
});

test('a transaction in a page that is left blocks no other page, and is repeated when the page returns', async () => {
  const window = new EventTarget();
  const { transaction } = IDBDatabase.prototype;
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('document', {});
  vi.stubGlobal('IDBDatabase', IDBDatabase);
  vi.resetModules();
  const { Database } = await import('../../src/outbox/records/database.ts');
  const { factory } = testDevice();
  const left = new Database({ indexedDB: factory });
  const other = new Database({ indexedDB: factory });
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  let times = 0;
  const read = left.read(['drafts'], async (tx) => {
    times += 1;
    const drafts = tx.objectStore('drafts');
    // Like that of a frozen page, this transaction does not end by itself.
    while (times === 1 && !isOver) await drafts.count();
    return drafts.count();
  });
  await inTheEnd(() => expect(times).toBe(1));
  const draft = {
    owner: 'ada',
    form: 'chat:1',
    id: 'd1',
    uid: '',
    savedTimestamp: 1,
    content: '',
    files: [],
  };
  const written = other.writeAs('', ['drafts'], (tx) => tx.objectStore('drafts').put(draft));
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  await written;
  await expect(read).resolves.toBe(1);
  IDBDatabase.prototype.transaction = transaction;
  vi.unstubAllGlobals();
});
