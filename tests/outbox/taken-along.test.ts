import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { readChosenFile } from '../../src/outbox/records/fileBytes.ts';
import { quarantined, quarantinedCopyOf } from '../../src/outbox/records/quarantine.ts';
import { beginSignOut } from '../../src/outbox/records/sessionJournal.ts';
import {
  ada,
  lost,
  message,
  refusedWith,
  sentWords,
  settled,
  statesOf,
  storesOnly,
  testDevice,
  testPage,
} from './support.ts';

test('a deleted message can be restored to its old place, under its old key and file names', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(422, 'invalid'));
  const page = device.page();
  const file = await readChosenFile(new File(['bytes'], 'plan.pdf', { type: 'application/pdf' }));
  const first = await page.send(ada, message('first'), [file]);
  await settled();
  const [refused] = await page.records(ada.uid);
  if (!refused) throw new Error('It is gone.');
  const files = (await page.files(refused)) ?? [];
  await page.discard(ada.uid, first.clientId);
  await settled();
  expect(await page.records(ada.uid)).toEqual([]);

  await page.restore(refused, files);
  expect(await page.records(ada.uid)).toEqual([refused]);
  await page.send(ada, message('second'));
  await settled();
  expect(sentWords(device)).toEqual(['first']);
  await page.retry(ada.uid, first.clientId);
  await settled();
  expect(sentWords(device)).toEqual(['first', 'first', 'second']);
  const [before, after] = device.sent;
  expect(after?.record.clientId).toBe(before?.record.clientId);
  expect(after?.files).toEqual(before?.files);
});

test('restoring twice restores once, and nothing is restored for a signed-out user', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(422, 'invalid'));
  const page = device.page();
  await page.send(ada, message('first'));
  await settled();
  const [refused] = await page.records(ada.uid);
  if (!refused) throw new Error('It is gone.');
  await page.discard(ada.uid, refused.clientId);
  await page.restore(refused, []);
  await page.restore(refused, []);
  expect(await page.records(ada.uid)).toHaveLength(1);

  await page.discard(ada.uid, refused.clientId);
  await beginSignOut(page.db, { now: () => device.now }, ada.uid, false);
  await expect(page.restore(refused, [])).rejects.toMatchObject({ code: 'signed-out' });
  expect(await page.records(ada.uid)).toEqual([]);
});

test('a record that is restored after the storage was cleared replaces no other', async () => {
  const { device, page } = storesOnly();
  const first = await page.send(ada, message('first'));
  await page.discard(ada.uid, first.clientId);
  device.factory = new IDBFactory();
  const later = device.page();
  expect((await later.send(ada, message('second'))).seq).toBe(first.seq);
  await later.restore(first, []);
  expect((await statesOf(later)).map(([words]) => words)).toEqual(['second', 'first']);
});

test('a message that left while its deletion was confirmed is restored as one that may have arrived', async () => {
  const { device, page } = storesOnly();
  const shown = await page.send(ada, message('first'));
  device.session = ada;
  device.answers.push(lost);
  await page.drain();
  const undo = await page.discardWithUndo(shown);
  await undo();
  expect(await page.records(ada.uid)).toMatchObject([{ state: 'uncertain', maybeSent: true, attempts: 1 }]);
});

test('an unreadable record is exported whole, and its bytes are deleted with it', async () => {
  const { device, page } = testPage();
  const row = {
    v: 99,
    ownerUid: 'ada',
    laneKey: 'x',
    clientId: 'c',
    words: 'later',
    files: [{ blobId: 'b' }],
  };
  const long = new Uint8Array(30_000).map((_, n) => n % 251);
  await page.db.writeAs('', ['quarantine', 'chunks'], async (tx) => {
    await tx.objectStore('quarantine').add({ at: device.now, ownerUid: 'ada', row });
    await tx.objectStore('chunks').put(long.buffer, ['b', 0]);
    await tx.objectStore('chunks').put(new Uint8Array([1, 2]).buffer, ['b', 1]);
    await tx.objectStore('chunks').put(new Uint8Array([3]).buffer, ['another', 0]);
  });
  const [aside] = await quarantined(page.db, 'ada');
  if (!aside) throw new Error('It is gone.');
  const copy = JSON.parse(await (await quarantinedCopyOf(page.db, aside)).text());
  expect(copy.row).toEqual(row);
  expect(Buffer.concat(copy.bytes.b.map((part: string) => Buffer.from(part, 'base64')))).toEqual(
    Buffer.concat([long, new Uint8Array([1, 2])]),
  );

  await page.dropQuarantined(aside);
  expect(await quarantined(page.db, 'ada')).toEqual([]);
  const left = await page.db.read(['chunks'], (tx) => tx.objectStore('chunks').getAllKeys());
  expect(left).toEqual([['another', 0]]);
});
