import { expect, test } from 'vitest';
import type { Database } from '../../src/outbox/records/database.ts';
import {
  beginSignOut,
  endSignOut,
  mirroredToken,
  mirrorSession,
  purgeRecords,
} from '../../src/outbox/signOut.ts';
import {
  ada,
  bob,
  held,
  message,
  refusedWith,
  sentWords,
  settled,
  statesOf,
  testDevice,
  tokenOf,
} from './support.ts';

test('a 401 renews the token once, then waits for the person; it is never lost', async () => {
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

test('what one person wrote waits while another is signed in, and is not theirs to see', async () => {
  const device = testDevice();
  device.session = null;
  const page = device.page();
  await page.send(ada, message('from ada'));
  device.session = bob;
  await page.drain({ eager: true });
  expect(device.sent).toEqual([]);
  expect(await statesOf(page, bob.uid)).toEqual([]);
  device.session = ada;
  await page.drain({ eager: true });
  expect(sentWords(device)).toEqual(['from ada']);
});

test('what the next person writes while something of the last one is on its way goes when that has ended', async () => {
  const device = testDevice();
  const hanging = Promise.withResolvers<{ serverId: string; answer: null }>();
  device.answers.push(() => hanging.promise);
  const page = device.page();
  await page.send(ada, message('from ada'));
  await settled();
  device.session = bob;
  await page.send(bob, message('from bob'));
  await settled();
  expect(sentWords(device)).toEqual(['from ada']);
  hanging.resolve({ serverId: 'a1', answer: null });
  await settled();
  expect(sentWords(device)).toEqual(['from ada', 'from bob']);
});

test('what was asked for while a token could not be renewed is done when it can', async () => {
  const device = testDevice();
  const hanging = Promise.withResolvers<{ serverId: string; answer: null }>();
  device.answers.push(() => hanging.promise);
  const page = device.page();
  await page.send(ada, message('first', 'job-1'));
  await settled();
  device.token = () => 'later';
  await page.send(ada, message('second', 'job-2'));
  await settled();
  expect(sentWords(device)).toEqual(['first']);
  device.token = () => tokenOf(ada);
  hanging.resolve({ serverId: 'a1', answer: null });
  await settled();
  expect(sentWords(device)).toEqual(['first', 'second']);
});

test('what waited for a new sign-in goes at once after it, also while something else is on its way', async () => {
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

test('a token that stands for somebody else is not sent with', async () => {
  const device = testDevice();
  device.token = () => tokenOf(ada, undefined, 'bob');
  const page = device.page();
  await page.send(ada, message('from ada'));
  await settled();
  expect(device.sent).toEqual([]);
  expect(await statesOf(page)).toEqual([['from ada', 'queued']]);
});

test('the worker leaves the records to a page when its token runs out', async () => {
  const device = testDevice();
  const page = device.page();
  await mirrorSession(page.db, tokenOf(ada, device.now / 1000 + 59));
  expect(await mirroredToken(page.db, { now: () => device.now })).toBe('later');
  await mirrorSession(page.db, tokenOf(ada, device.now / 1000 + 3600));
  expect(await mirroredToken(page.db, { now: () => device.now })).toMatchObject({ uid: 'ada' });
});

test('after a sign-out nothing is taken, nothing is left, and a crash finds the journal', async () => {
  const device = testDevice();
  device.session = null;
  const page = device.page();
  const env = { now: () => device.now } as ReturnType<typeof device.env>;
  await mirrorSession(page.db, tokenOf(ada));
  await page.send(ada, message('canary'), [held('a.pdf', 'canary')]);
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

test('a token that is mirrored late does not undo a sign-out under way', async () => {
  const device = testDevice();
  device.session = null;
  const page = device.page();
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
