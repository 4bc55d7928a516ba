import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, test } from 'vitest';
import { quarantined } from '../../src/outbox/records/quarantine.ts';
import { purgeRecords } from '../../src/outbox/records/sessionJournal.ts';
import {
  ada,
  bob,
  copiedFile,
  lost,
  message,
  sentWords,
  settled,
  statesOf,
  storesOnly,
  testDevice,
} from './support.ts';

const { put, add } = IDBObjectStore.prototype;
const makeRoom = () => Object.assign(IDBObjectStore.prototype, { put, add });
afterEach(makeRoom);

/** Fills the disk at this write, counted from 1, and at no other. */
function fullAt(write: number): { writes: number } {
  const seen = { writes: 0 };
  const counted = (real: typeof put) =>
    function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      seen.writes += 1;
      if (seen.writes === write) throw new DOMException('full', 'QuotaExceededError');
      return real.apply(this, args);
    };
  Object.assign(IDBObjectStore.prototype, { put: counted(put), add: counted(add) });
  return seen;
}

const twoFiles = [copiedFile('a.pdf', 'one', 'two'), copiedFile('b.pdf', 'three')];

test('a disk that is full at any write of a message stores none of it, reports it, and accepts the next message', async () => {
  const { page } = storesOnly();
  let write = 0;
  for (;;) {
    write += 1;
    const seen = fullAt(write);
    const sent = await page.send(ada, message('hello'), twoFiles).catch((error: unknown) => error);
    if (seen.writes < write) break;
    expect(sent).toMatchObject({ code: 'full' });
    expect(await statesOf(page)).toEqual([]);
    expect(await page.db.read(['chunks'], (tx) => tx.objectStore('chunks').count())).toBe(0);
  }
  // The guard, three chunks and the record; the sixth write finds room.
  expect(write).toBe(6);
  expect(await statesOf(page)).toEqual([['hello', 'queued']]);
});

test('a disk that is full at any write during the sending loses and doubles nothing', async () => {
  for (let write = 1; write < 12; write += 1) {
    makeRoom();
    const { device, page } = storesOnly();
    await page.send(ada, message('one'), twoFiles);
    await page.send(ada, message('two'));
    device.session = ada;
    fullAt(write);
    await page.drain();
    for (let minutes = 0; minutes < 10; minutes += 1) await device.pass(60_000);
    await page.drain({ eager: true });
    const keys = new Set(device.sent.map(({ record }) => record.clientId));
    expect([...keys], `at write ${write}`).toHaveLength(2);
    expect(await statesOf(page), `at write ${write}`).toEqual([
      ['one', 'acked'],
      ['two', 'acked'],
    ]);
  }
});

test.each([
  ['throws', () => ({ open: () => raise('SecurityError') })],
  ['answers with an error', () => ({ open: () => failing('InvalidStateError') })],
  ['is not there', () => undefined],
])('where IndexedDB is denied (it %s), sending reports it, and draining does nothing', async (_, factory) => {
  const device = testDevice();
  const page = device.page({ indexedDB: factory() as unknown as IDBFactory });
  await expect(page.send(ada, message('hello'))).rejects.toMatchObject({ code: 'unavailable' });
  await expect(page.drain({ eager: true })).resolves.toBeUndefined();
  expect(device.sent).toEqual([]);
});

function raise(name: string): never {
  throw new DOMException('', name);
}

function failing(name: string): IDBOpenDBRequest {
  const request = new EventTarget() as unknown as { error: DOMException } & EventTarget;
  request.error = new DOMException('', name);
  setTimeout(() => request.dispatchEvent(new Event('error')));
  return request as unknown as IDBOpenDBRequest;
}

test.each([
  ['of another version', { v: 99 }],
  ['with a field of another kind', { v: 1, state: 'lost' }],
  ['that is hardly a record', {}],
])(
  'a row %s is quarantined, can be exported, goes with its owner, and blocks no other',
  async (_, fields) => {
    const { device, page } = storesOnly();
    const row = { ...fields, ownerUid: ada.uid, laneKey: 'job:job-1', clientId: 'x', words: 'keep me' };
    await page.db.writeAs('', ['outbox'], (tx) => tx.objectStore('outbox').add(row as object));
    await page.send(ada, message('hello'));
    device.session = ada;
    await page.drain();
    expect(sentWords(device)).toEqual(['hello']);
    expect(await quarantined(page.db, ada.uid)).toMatchObject([{ ownerUid: ada.uid, row }]);
    expect(await quarantined(page.db, bob.uid)).toEqual([]);
    await purgeRecords(page.db, ada.uid);
    expect(await quarantined(page.db, ada.uid)).toEqual([]);
  },
);

const day = 86_400_000;

test.each([
  ['back', -day],
  ['forward', day],
])('setting the clock %s by a day between two messages leaves their order', async (_, byMs) => {
  const { device, page } = storesOnly();
  for (const words of ['first', 'second', 'third']) {
    await page.send(ada, message(words));
    device.now += byMs;
  }
  device.session = ada;
  await page.drain({ eager: true });
  expect(sentWords(device)).toEqual(['first', 'second', 'third']);
});

test('setting the clock back by a day makes no wait longer than its limit', async () => {
  const device = testDevice();
  let skewMs = 0;
  const page = device.page({ now: () => device.now + skewMs, elapsed: () => device.now });
  for (let n = 0; n < 8; n += 1) device.answers.push(lost);
  await page.send(ada, message('hello'));
  await settled();
  skewMs = -day;
  const before = device.sent.length;
  for (let minutes = 0; minutes < 6; minutes += 1) await device.pass(60_000);
  expect(device.sent.length).toBeGreaterThan(before);
});

test('setting the clock forward by a day ends one wait early, and not the next one', async () => {
  const device = testDevice();
  let skewMs = 0;
  const page = device.page({ now: () => device.now + skewMs, elapsed: () => device.now });
  for (let n = 0; n < 1000; n += 1) device.answers.push(lost);
  await page.send(ada, message('hello'));
  for (let minutes = 0; minutes < 10; minutes += 1) await device.pass(60_000);
  skewMs = day;
  const before = device.sent.length;
  for (let drains = 0; drains < 5; drains += 1) await page.drain();
  expect(device.sent.length - before).toBeLessThanOrEqual(1);
});
