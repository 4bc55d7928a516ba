import { expect, test } from 'vitest';
import type { Database } from '../../src/outbox/records/database.ts';
import { quarantined } from '../../src/outbox/records/quarantine.ts';
import {
  beginSignOut,
  endSignOut,
  mirroredToken,
  mirrorSession,
  purgeRecords,
} from '../../src/outbox/records/sessionJournal.ts';
import {
  ada,
  bob,
  copiedFile,
  message,
  refusedWith,
  sentWords,
  settled,
  statesOf,
  storesOnly,
  testDevice,
  testPage,
  tokenOf,
} from './support.ts';

test('a 401 renews the token once, then the message waits for a sign-in and is never lost', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(401, 'unauthorized'), refusedWith(401, 'unauthorized'));
  const page = device.page();
  await page.send(ada, message('hello'));
  await settled();
  expect(device.renewals).toBe(1);
  expect(await statesOf(page)).toEqual([['hello', 'blocked-auth']]);
  await page.drain({ eager: true });
  expect(device.sent).toHaveLength(2);
  device.token = () => tokenOf(ada, 4_000_003_600);
  await page.drain();
  expect(await statesOf(page)).toEqual([['hello', 'acked']]);
});

test('a message waits while another user is signed in, and is hidden from them', async () => {
  const { device, page } = storesOnly();
  await page.send(ada, message('from ada'));
  device.session = bob;
  await page.drain({ eager: true });
  expect(device.sent).toEqual([]);
  expect(await statesOf(page, bob.uid)).toEqual([]);
  device.session = ada;
  await page.drain({ eager: true });
  expect(sentWords(device)).toEqual(['from ada']);
});

test('an unreadable row of a user who has signed out delays no message of the next one, and waits for them', async () => {
  const { device, page } = storesOnly();
  const row = { v: 99, ownerUid: ada.uid, laneKey: 'job:job-1', clientId: 'x' };
  await beginSignOut(page.db, { now: () => device.now }, ada.uid, false);
  // A purge that fails leaves it.
  await page.db.writeAs('', ['outbox'], (tx) => tx.objectStore('outbox').add(row as object));
  device.session = bob;
  await page.send(bob, message('from bob'));
  await settled();
  expect(sentWords(device)).toEqual(['from bob']);
  expect(await quarantined(page.db, ada.uid)).toEqual([]);
  await endSignOut(page.db);
  device.session = ada;
  await page.drain();
  expect(await quarantined(page.db, ada.uid)).toMatchObject([{ row }]);
});

test('the next user’s message is sent when the previous user’s request has ended', async () => {
  const device = testDevice();
  const hanging = Promise.withResolvers<{ serverId: string; response: null }>();
  device.answers.push(() => hanging.promise);
  const page = device.page();
  await page.send(ada, message('from ada'));
  await settled();
  device.session = bob;
  await page.send(bob, message('from bob'));
  await settled();
  expect(sentWords(device)).toEqual(['from ada']);
  hanging.resolve({ serverId: 'a1', response: null });
  await settled();
  expect(sentWords(device)).toEqual(['from ada', 'from bob']);
});

test('a drain requested while a token could not be renewed is done once it can', async () => {
  const device = testDevice();
  const hanging = Promise.withResolvers<{ serverId: string; response: null }>();
  device.answers.push(() => hanging.promise);
  const page = device.page();
  await page.send(ada, message('first', 'job-1'));
  await settled();
  device.token = () => 'later';
  await page.send(ada, message('second', 'job-2'));
  await settled();
  expect(sentWords(device)).toEqual(['first']);
  device.token = () => tokenOf(ada);
  hanging.resolve({ serverId: 'a1', response: null });
  await settled();
  expect(sentWords(device)).toEqual(['first', 'second']);
});

test('a message that waited for a sign-in is sent at once after it, even during another request', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(401, 'unauthorized'), refusedWith(401, 'unauthorized'));
  const page = device.page();
  await page.send(ada, message('refused', 'job-1'));
  await settled();
  device.answers.push(() => new Promise(() => undefined));
  await page.send(ada, message('hangs', 'job-2'));
  await settled();
  expect(await statesOf(page)).toEqual([
    ['refused', 'blocked-auth'],
    ['hangs', 'sending'],
  ]);
  device.token = () => tokenOf(ada, 4_000_003_600);
  void page.drain();
  await settled();
  expect(await statesOf(page)).toEqual([
    ['refused', 'acked'],
    ['hangs', 'sending'],
  ]);
});

test('a token of another subject is not used', async () => {
  const device = testDevice();
  device.token = () => tokenOf(ada, undefined, 'bob');
  const page = device.page();
  await page.send(ada, message('from ada'));
  await settled();
  expect(device.sent).toEqual([]);
  expect(await statesOf(page)).toEqual([['from ada', 'queued']]);
});

test('the worker leaves the records to a page when its token expires', async () => {
  const { device, page } = testPage();
  await mirrorSession(page.db, tokenOf(ada, device.now / 1000 + 59));
  expect(await mirroredToken(page.db, { now: () => device.now })).toBe('later');
  await mirrorSession(page.db, tokenOf(ada, device.now / 1000 + 3600));
  expect(await mirroredToken(page.db, { now: () => device.now })).toMatchObject({ uid: 'ada' });
});

test('a sign-out leaves nothing behind, refuses new messages, and can be finished after a crash', async () => {
  const { device, page } = storesOnly();
  const env = { now: () => device.now } as ReturnType<typeof device.env>;
  await mirrorSession(page.db, tokenOf(ada));
  await page.send(ada, message('canary'), [copiedFile('a.pdf', 'canary')]);
  await beginSignOut(page.db, env, ada.uid, false);
  expect(await journalOf(page)).toEqual({ uid: 'ada', at: device.now, keep: false });
  await expect(page.send(ada, message('too late'))).rejects.toMatchObject({ code: 'signed-out' });
  expect(await mirroredToken(page.db, env)).toBeNull();
  await purgeRecords(page.db, ada.uid);
  await endSignOut(page.db);
  expect(await journalOf(page)).toBeUndefined();
  expect(await statesOf(page)).toEqual([]);
  expect(await page.db.read(['chunks'], (tx) => tx.objectStore('chunks').count())).toBe(0);
});

test('a token stored late does not undo a sign-out under way', async () => {
  const { device, page } = storesOnly();
  const env = { now: () => device.now };
  await mirrorSession(page.db, tokenOf(ada));
  await beginSignOut(page.db, env, ada.uid, false);
  await mirrorSession(page.db, tokenOf(ada));
  await expect(page.send(ada, message('too late'))).rejects.toMatchObject({ code: 'signed-out' });
  await endSignOut(page.db);
  await mirrorSession(page.db, tokenOf(ada));
  await expect(page.send(ada, message('back again'))).resolves.toMatchObject({ state: 'queued' });
});

function journalOf({ db }: { db: Database }) {
  return db.read(['journal'], (tx) => tx.objectStore('journal').get('signout'));
}
