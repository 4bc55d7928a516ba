import { expect, onTestFinished, test } from 'vitest';
import { sendStateText } from '../../src/outbox/kinds/sendState.ts';
import { echoesAfter, echoesOf } from '../../src/outbox/queries/echoes.ts';
import { type NoteRecord, readRecord } from '../../src/outbox/records/record.ts';
import { databaseName, upgrades } from '../../src/outbox/records/schema.ts';
import type { DraftRow } from '../../src/outbox/records/stores.ts';
import { OutboxSender } from '../../src/outbox/sending/OutboxSender.ts';
import { inTheEnd } from '../support/app/inTheEnd.ts';
import {
  ada,
  bob,
  copiedFile,
  lost,
  message,
  note,
  refusedWith,
  sentWords,
  settled,
  statesOf,
  storesOnly,
  testDevice,
  testPage,
  toggle,
} from './support.ts';

const draftKey = { owner: ada.email, form: 'note:job-1' };

test('a refused note delays no message, and a refused message no note', async () => {
  const device = testDevice();
  const refuse = refusedWith(422, 'invalid');
  // One lane at a time: first the messages of both jobs, then their notes.
  device.lanesAtOnce = 1;
  device.answers.push(refuse, async () => ({ serverId: 's', response: null }), refuse);
  device.session = null;
  const page = device.page();
  await page.send(ada, note('refused note'));
  await page.send(ada, message('refused message'));
  await page.send(ada, note('second note'));
  await page.send(ada, message('second message'));
  await page.send(ada, note('of another job', 'job-2'));
  await page.send(ada, message('of another job', 'job-2'));
  device.session = ada;
  await page.drain();
  await settled();
  expect(sentWords(device)).toEqual(['refused message', 'of another job', 'refused note', 'of another job']);
  expect(await statesOf(page)).toEqual(
    expect.arrayContaining([
      ['refused note', 'failed'],
      ['second note', 'queued'],
      ['refused message', 'failed'],
      ['second message', 'queued'],
    ]),
  );
});

test('a message goes on while a note of its job waits for the backend', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(403, 'forbidden'));
  const page = device.page();
  await page.send(ada, note('waits'));
  await settled();
  await page.send(ada, message('goes on'));
  await settled();
  expect(sentWords(device)).toEqual(['waits', 'goes on']);
});

test('the notes of a job are sent one after the other, in the order of writing', async () => {
  const { device, page } = storesOnly();
  const texts = ['one', 'two', 'three'];
  for (const text of texts) await page.send(ada, note(text));
  device.session = ada;
  device.answers.push(lost);
  await page.drain();
  await settled();
  expect(sentWords(device)).toEqual(['one']);
  await device.pass(60_000);
  expect(sentWords(device)).toEqual(['one', 'one', 'two', 'three']);
  const keys = device.sent.map(({ record }) => record.clientId);
  expect(keys[0]).toBe(keys[1]);
});

test('the worker sends a note that a closed page has left, and says when it was written', async () => {
  const { device, page } = storesOnly();
  await page.send(ada, note('left behind'));
  await page.close();
  device.session = ada;
  device.now += 600_000;
  const worker = new OutboxSender(device.env());
  await worker.drain({ eager: true });
  expect(device.sent).toMatchObject([{ record: { kind: 'note' }, writtenSecondsAgo: 600 }]);
});

test('a note is sent with the token of its author only', async () => {
  const { device, page } = storesOnly();
  await page.send(ada, note('of Ada'));
  device.session = bob;
  await page.drain();
  await settled();
  expect(device.sent).toEqual([]);
  expect(await page.records(bob.uid)).toEqual([]);
  device.session = ada;
  await page.drain();
  expect(sentWords(device)).toEqual(['of Ada']);
});

test.each([
  ['whose author is staff no longer', 403, 'forbidden', 'Only staff can add staff notes.'],
  ['of a job that is gone, or at a server without staff notes', 404, 'not-found', 'Try again later'],
])('a note %s stays in the outbox with its text and a reason', async (_, status, code, words) => {
  const device = testDevice();
  device.answers.push(refusedWith(status, code));
  const page = device.page();
  const { clientId } = await page.send(ada, note('kept'));
  await settled();
  const [record] = await page.records(ada.uid);
  expect(record).toMatchObject({ clientId, state: 'failed', payload: { content: 'kept' } });
  if (record) expect(sendStateText(record, [record])).toMatch(new RegExp(`^Not sent: .*${words}`));
  // The server may know notes by now, or its author may be staff again.
  await page.retry(ada.uid, clientId);
  await settled();
  expect(device.sent.map(({ record }) => record.clientId)).toEqual([clientId, clientId]);
});

test('what waits behind a refused note says that it waits for a note', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(422, 'invalid'));
  const page = device.page();
  await page.send(ada, note('refused'));
  await page.send(ada, note('behind'));
  await settled();
  const records = await page.records(ada.uid);
  const [, behind] = records;
  if (behind) expect(sendStateText(behind, records)).toContain('an earlier staff note');
  expect(behind?.state).toBe('queued');
});

test('a waiting note is no echo of a message, and a waiting message none of a note', async () => {
  const { page } = storesOnly();
  await page.send(ada, note('a note'));
  await page.send(ada, message('a message'));
  const records = await page.records(ada.uid);
  const words = (kind?: 'note') =>
    echoesOf('job-1', [], 0, records, kind as never).map(({ record }) => record.payload.content);
  expect(words()).toEqual(['a message']);
  expect(words('note')).toEqual(['a note']);
});

test('a delivered note is drawn until its notes are read, and leaves the outbox then', async () => {
  const { device, page } = testPage();
  await page.send(ada, note('hello'));
  await settled();
  const records = await page.records(ada.uid);
  const idempotencyKey = records[0]?.clientId ?? '';
  const before = echoesOf<NoteRecord>('job-1', [], 0, records, 'note');
  expect(before.map(({ mark }) => mark)).toEqual(['sent']);
  const read = [{ idempotencyKey }];
  const after = (list: typeof read, left = records) =>
    echoesAfter(before, 'job-1', list, 1, left, page.discarded, device.now, 'note').length;
  expect(after(read)).toBe(0);
  // A read of the conversation says nothing about notes.
  await page.removeLinked(ada.uid, 'job-1', [{ idempotencyKey }], device.now - 1);
  expect(await page.records(ada.uid)).toHaveLength(1);
  await page.removeLinked(ada.uid, 'job-1', read, device.now - 1, 'note');
  expect(await page.records(ada.uid)).toEqual([]);
  // Another window, which has not read it, goes on drawing it.
  expect(after([], [])).toBe(1);
});

test('a note that is taken back is the draft of its job again, in one transaction', async () => {
  const { device, page } = storesOnly();
  const { clientId } = await page.send(ada, note('to be changed'));
  const taking = page.returnToDraft(ada.uid, clientId, {
    ...draftKey,
    id: 'd1',
    rest: () => ({ content: { note: 'to be changed' }, files: [] }),
  });
  const seen = new Set<string>();
  for (let n = 0; n < 40; n += 1) {
    const counts = await page.db.read(['drafts', 'outbox'], async (tx) => [
      await tx.objectStore('drafts').count(),
      await tx.objectStore('outbox').count(),
    ]);
    seen.add(counts.join());
  }
  await taking;
  expect(['0,1', '1,0']).toEqual(expect.arrayContaining([...seen]));
  const rows = await page.db.read(['drafts'], (tx) => tx.objectStore('drafts').getAll());
  expect(rows).toEqual([
    {
      ...draftKey,
      id: 'd1',
      returned: 'd1',
      uid: ada.uid,
      savedTimestamp: device.now / 1000,
      content: { note: 'to be changed' },
      files: [],
    } satisfies DraftRow,
  ]);
  device.session = ada;
  await page.drain();
  expect(device.sent).toEqual([]);
});

test('a message is taken back with its files and without the marks that go after it, in one transaction', async () => {
  const { page } = storesOnly();
  const file = copiedFile('plan.pdf', 'by', 'tes');
  const { clientId } = await page.send(ada, message('to be changed'), [file], 'c1', undefined, [
    toggle('ADDRESSED'),
  ]);
  const other = { id: 'f1', name: 'b.pdf', type: '', size: 1, lastModified: 0, whole: false };
  const rest = () => ({ content: { text: 'to be changed' }, files: [other] });
  const draft = { ...draftKey, form: 'chat:job-1', rest };
  const row = await page.returnToDraft(ada.uid, clientId, draft);
  expect(row.files).toMatchObject([{ name: 'plan.pdf', size: 5, whole: true }, { id: 'f1' }]);
  expect(await page.records(ada.uid)).toEqual([]);
  const [rows, copies, chunks] = await page.db.read(['drafts', 'draftChunks', 'chunks'], async (tx) => [
    await tx.objectStore('drafts').getAll(),
    await tx.objectStore('draftChunks').getAll(),
    await tx.objectStore('chunks').count(),
  ]);
  expect(rows).toEqual([row]);
  expect(copies.map((bytes) => Buffer.from(bytes).toString())).toEqual(['by', 'tes']);
  expect(chunks).toBe(0);
});

test('a note that may have arrived, or that was sent, cannot be taken back', async () => {
  const device = testDevice();
  device.answers.push(lost);
  const page = device.page();
  const draft = { ...draftKey, rest: () => ({ content: { note: 'x' }, files: [] }) };
  const { clientId } = await page.send(ada, note('perhaps there'));
  await settled();
  await expect(page.returnToDraft(ada.uid, clientId, draft)).rejects.toMatchObject({ code: 'being-sent' });
  await expect(page.returnToDraft(bob.uid, clientId, draft)).rejects.toMatchObject({ code: 'gone' });
  await device.pass(60_000);
  await expect(page.returnToDraft(ada.uid, clientId, draft)).rejects.toMatchObject({ code: 'gone' });
  const drafts = await page.db.read(['drafts'], (tx) => tx.objectStore('drafts').count());
  expect(drafts).toBe(0);
});

test('records and drafts of the version before open, and that version opens nothing any more', async () => {
  const device = testDevice();
  (upgrades as (() => void)[]).push(() => undefined);
  onTestFinished(() => void (upgrades as unknown[]).pop());
  const before = await new Promise<IDBDatabase>((resolve) => {
    const request = device.factory.open(databaseName, upgrades.length - 1);
    request.onupgradeneeded = () => {
      for (const step of upgrades.slice(0, -1)) step(request.result);
    };
    request.onsuccess = () => resolve(request.result);
  });
  const row = await freshMessageRow();
  const tx = before.transaction(['outbox', 'drafts'], 'readwrite');
  tx.objectStore('outbox').add(row);
  tx.objectStore('drafts').put({ ...draftKey, uid: '', savedTimestamp: 1, content: 'typed', files: [] });
  await new Promise((resolve) => {
    tx.oncomplete = resolve;
  });
  before.close();
  const page = device.page();
  await page.drain();
  expect(sentWords(device)).toEqual(['from the version before']);
  expect(await page.db.read(['drafts'], (tx) => tx.objectStore('drafts').count())).toBe(1);
  const reopened = device.factory.open(databaseName, upgrades.length - 1);
  let error: DOMException | null = null;
  reopened.onerror = () => {
    error = reopened.error;
  };
  await inTheEnd(() => expect(error?.name).toBe('VersionError'));
});

/** Returns the row of a message, as the version before has stored it. */
async function freshMessageRow(): Promise<Record<string, unknown>> {
  const { page } = storesOnly();
  await page.send(ada, message('from the version before'));
  const [row] = await page.db.read(['outbox'], (tx) => tx.objectStore('outbox').getAll());
  expect(readRecord(row)).not.toBeNull();
  return row as Record<string, unknown>;
}
