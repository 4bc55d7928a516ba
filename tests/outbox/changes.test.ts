import { expect, test } from 'vitest';
import { ApiError } from '../../src/api/ApiError.ts';
import type { Draft } from '../../src/outbox/records/record.ts';
import { job } from '../support/app/fakeBackend.ts';
import { ada, lost, refusedWith, settled, storesOnly, testDevice, testPage } from './support.ts';

function change(changes: object, version = 1): Draft {
  return {
    kind: 'update',
    jobId: 'J1',
    payload: { evJobId: 'J1', jobUpdateUser: ada.email, version, ...changes },
  };
}

test('a change whose response was lost is sent again under its key', async () => {
  const device = testDevice();
  device.answers.push(lost);
  const page = device.page();
  await page.send(ada, change({ status: 'ON_HOLD' }));
  await settled();
  expect(await page.records(ada.uid)).toMatchObject([{ state: 'uncertain' }]);
  await device.pass(5 * 60_000);
  expect(await page.records(ada.uid)).toEqual([]);
  const [first, second, ...others] = device.sent.map(({ record }) => record.clientId);
  expect(second).toBe(first);
  expect(others).toEqual([]);
});

test('the version in the response to a due date, which fits any, is not taken for that of a change behind it', async () => {
  const device = testDevice();
  const answer = { job: { ...job, version: 7 }, communication: null, versionBefore: 7 };
  device.answers.push(async () => ({ serverId: null, response: answer }));
  const page = device.page();
  await page.send(ada, { ...change({ due: { date: null, reason: 'As agreed' } }), kind: 'due' } as Draft);
  await page.send(ada, change({ status: 'ON_HOLD' }));
  await settled();
  expect(device.sent.map(({ record }) => (record.payload as { version?: number }).version)).toEqual([1, 1]);
});

/** A change that can be taken back for ten seconds. */
function held(changes: object): Draft {
  return { ...change(changes), undoWindowMs: 10_000 } as Draft;
}

function sentStatuses(device: ReturnType<typeof testDevice>) {
  return device.sent.map(({ record }) => (record.payload as { status?: string }).status ?? record.kind);
}

test('a change that can be taken back leaves when its time is over, whatever happens to the connection meanwhile', async () => {
  const { device, page } = testPage();
  await page.send(ada, held({ status: 'COMPLETED' }));
  await page.drain({ eager: true });
  await device.pass(9999);
  expect(device.sent).toEqual([]);
  await device.pass(1);
  expect(sentStatuses(device)).toEqual(['COMPLETED']);
});

test('the start of an app leaves the time to take a change back as it is, and its user ends it', async () => {
  const { device, page } = testPage();
  await page.send(ada, held({ status: 'COMPLETED' }));
  await page.tryNow(ada.uid, false);
  await device.pass(5000);
  expect(device.sent).toEqual([]);
  await page.tryNow(ada.uid);
  await settled();
  expect(sentStatuses(device)).toEqual(['COMPLETED']);
});

test('a change of the version that an assignment made meanwhile follows the change before it', async () => {
  const { device, page } = testPage();
  const answer = (version: number, versionBefore: number) => async () => ({
    serverId: null,
    response: { job: { ...job, version }, communication: null, versionBefore },
  });
  // The assignment has made version 2, with which the page went on; the first change was made before.
  device.answers.push(answer(3, 2), answer(4, 3));
  await page.send(ada, held({ status: 'ON_HOLD' }));
  await page.send(ada, { ...change({ status: 'IN_PROGRESS', version: 2 }) } as Draft);
  await settled();
  expect(device.sent.map(({ record }) => (record.payload as { version?: number }).version)).toEqual([1, 3]);
});

test('what is sent next, in its order, ends the time to take a change back', async () => {
  const { device, page } = testPage();
  await page.send(ada, held({ status: 'COMPLETED' }));
  const both = [
    page.send(ada, change({ status: 'IN_PROGRESS' })),
    page.send(ada, change({ status: 'ON_HOLD' })),
  ];
  await Promise.all(both);
  await settled();
  expect(sentStatuses(device)).toEqual(['COMPLETED', 'IN_PROGRESS', 'ON_HOLD']);
});

test('changes sent with one action end the time of those before, and can all be taken back', async () => {
  const { device, page } = testPage();
  await page.send(ada, held({ status: 'COMPLETED' }));
  const jobs = ['J1', 'J2', 'J3'];
  const all = jobs.map((jobId) => ({ ...held({ status: 'ON_HOLD' }), jobId }) as Draft);
  const records = await page.sendAll(ada, all);
  await settled();
  expect(sentStatuses(device)).toEqual(['COMPLETED']);
  expect(records.map(({ jobId }) => jobId)).toEqual(jobs);
  await device.pass(9999);
  for (const { clientId } of records) await page.discardUnsent(ada.uid, clientId);
  await device.pass(20_000);
  expect(sentStatuses(device)).toEqual(['COMPLETED']);
  expect(await page.records(ada.uid)).toEqual([]);
});

test('of changes sent with one action all are stored, or none', async () => {
  const { device, page } = testPage();
  const unstorable = { ...held({}), context: () => 'no clone' } as Draft;
  await expect(page.sendAll(ada, [held({ status: 'ON_HOLD' }), unstorable])).rejects.toThrow();
  expect(await page.records(ada.uid)).toEqual([]);
  await device.pass(20_000);
  expect(device.sent).toEqual([]);
});

test('of two assignments the later can be taken back for as long, and is the one that leaves', async () => {
  const { device, page } = storesOnly();
  const assign = (assignedTo: string) => ({ ...held({ assignedTo }), kind: 'assignment' }) as Draft;
  await page.send(ada, assign('ann@ev.test'));
  await device.pass(8000);
  await page.send(ada, assign('bob@ev.test'));
  device.session = ada;
  await page.drain({ eager: true });
  await device.pass(9999);
  expect(device.sent).toEqual([]);
  await device.pass(1);
  expect(device.sent.map(({ record }) => record.payload)).toMatchObject([{ assignedTo: 'bob@ev.test' }]);
});

type Undo = (page: ReturnType<typeof testPage>['page'], key: string) => Promise<unknown>;

test.each<[string, 'due' | 'assignment', Undo]>([
  ['undone', 'assignment', (page, key) => page.discardUnsent(ada.uid, key)],
  [
    'undone into its form',
    'due',
    (page, key) =>
      page.returnToDraft(ada.uid, key, {
        owner: ada.email,
        form: 'due:J1',
        rest: () => ({ content: {}, files: [] }),
      }),
  ],
])('a choice that is %s leaves the one that waited before it', async (_, kind, undo) => {
  const { device, page } = storesOnly();
  const choose = (name: string) =>
    page.send(ada, {
      ...held(kind === 'due' ? { due: { date: null, reason: name } } : { assignedTo: name }),
      kind,
    } as Draft);
  await choose('before');
  const first = await choose('first');
  const second = await choose('second');
  await undo(page, second.clientId);
  const left = await page.records(ada.uid);
  expect(left.map(({ clientId, payload }) => [clientId, payload])).toEqual([[first.clientId, first.payload]]);
  device.session = ada;
  await page.tryNow(ada.uid);
  await settled();
  expect(device.sent.map(({ record }) => record.clientId)).toEqual([first.clientId]);
  expect(await page.records(ada.uid)).toEqual([]);
});

test('a change that can be taken back leaves earlier when its job is left, and never once it is taken back', async () => {
  const { device, page } = testPage();
  const { clientId } = await page.send(ada, held({ status: 'COMPLETED' }));
  await page.discardUnsent(ada.uid, clientId);
  await device.pass(20_000);
  expect(device.sent).toEqual([]);
  await page.send(ada, held({ status: 'COMPLETED' }));
  await page.sendUndoable();
  await settled();
  expect(sentStatuses(device)).toEqual(['COMPLETED']);
});

test('a change that may have arrived is not taken back', async () => {
  const device = testDevice();
  device.answers.push(lost, lost, lost);
  const page = device.page();
  const { clientId } = await page.send(ada, held({ status: 'COMPLETED' }));
  await page.tryNow(ada.uid);
  await settled();
  expect(await page.records(ada.uid)).toMatchObject([{ state: 'uncertain' }]);
  await expect(page.discardUnsent(ada.uid, clientId)).rejects.toMatchObject({ code: 'being-sent' });
  expect(await page.records(ada.uid)).toHaveLength(1);
});

test.each([
  ['back by three minutes', -180_000],
  ['back by five seconds', -5000],
])('a clock that is set %s does not delay a change that can be taken back', async (_, skewMs) => {
  const { device, page } = testPage();
  await page.send(ada, held({ status: 'COMPLETED' }));
  await device.pass(4000);
  device.skewMs = skewMs;
  await page.drain({ eager: true });
  await device.pass(5999);
  expect(device.sent).toEqual([]);
  await device.pass(1);
  expect(sentStatuses(device)).toEqual(['COMPLETED']);
});

test('a change can be taken back after a reload', async () => {
  const device = testDevice();
  const first = device.page();
  const { clientId } = await first.send(ada, held({ status: 'COMPLETED' }));
  await first.close();
  await device.pass(3000);
  const second = device.page();
  await second.tryNow(ada.uid);
  await second.discardUnsent(ada.uid, clientId);
  await device.pass(20_000);
  expect(device.sent).toEqual([]);
});

test('a reload does not send what can still be taken back, and sends it when its time is over', async () => {
  const device = testDevice();
  const first = device.page();
  await first.send(ada, held({ status: 'COMPLETED' }));
  await first.close();
  await device.pass(3000);
  await device.page().tryNow(ada.uid);
  await device.pass(6999);
  expect(device.sent).toEqual([]);
  await device.pass(1);
  expect(sentStatuses(device)).toEqual(['COMPLETED']);
});

test('where no worker sends it, a change leaves with its page, can no longer be taken back, and is repeated under its key', async () => {
  const device = testDevice();
  device.sendsWithoutPages = false;
  const first = device.page();
  const { clientId } = await first.send(ada, held({ status: 'COMPLETED' }));
  await device.pass(3000);
  first.leave();
  expect(device.sent).toMatchObject([{ isLeaving: true, writtenSecondsAgo: 3, record: { clientId } }]);
  await first.close();
  const second = device.page();
  await expect(second.discardUnsent(ada.uid, clientId)).rejects.toMatchObject({ code: 'being-sent' });
  await second.tryNow(ada.uid);
  await device.pass(10_000);
  expect(device.sent.map(({ record }) => record.clientId)).toEqual([clientId, clientId]);
  expect(await second.records(ada.uid)).toEqual([]);
});

test('where no worker sends it, a change can be taken back in its page until that ends, and then leaves it no more', async () => {
  const device = testDevice();
  device.sendsWithoutPages = false;
  const page = device.page();
  const { clientId } = await page.send(ada, held({ status: 'COMPLETED' }));
  await page.discardUnsent(ada.uid, clientId);
  page.leave();
  await device.pass(20_000);
  expect(device.sent).toEqual([]);
});

test('a change behind another one of its job does not leave before it', async () => {
  const device = testDevice();
  device.sendsWithoutPages = false;
  device.answers.push(lost);
  const page = device.page();
  await page.send(ada, change({ status: 'ON_HOLD' }));
  await settled();
  await page.send(ada, held({ status: 'COMPLETED' }));
  page.leave();
  expect(sentStatuses(device)).toEqual(['ON_HOLD']);
});

test('what waited behind a change that was delivered leaves with its page', async () => {
  const device = testDevice();
  device.sendsWithoutPages = false;
  device.answers.push(lost);
  const page = device.page();
  await page.send(ada, change({ status: 'ON_HOLD' }));
  await settled();
  await page.send(ada, held({ status: 'COMPLETED' }));
  await device.pass(5000);
  await page.drain({ eager: true });
  await settled();
  page.leave();
  expect(device.sent.map(({ record, isLeaving = false }) => [record.payload, isLeaving])).toMatchObject([
    [{ status: 'ON_HOLD' }, false],
    [{ status: 'ON_HOLD' }, false],
    [{ status: 'COMPLETED' }, true],
  ]);
});

test('a hidden page sends what could still be taken back only where no worker does', async () => {
  const { device, page } = testPage();
  await page.send(ada, held({ status: 'COMPLETED' }));
  await page.hide();
  await settled();
  expect(device.sent).toEqual([]);
  device.sendsWithoutPages = false;
  await page.hide();
  await settled();
  expect(sentStatuses(device)).toEqual(['COMPLETED']);
});

test('what its page did not take along can be edited although no worker sends it', async () => {
  const device = testDevice();
  device.sendsWithoutPages = false;
  device.answers.push(async () => {
    throw new ApiError('offline', undefined, { unsent: true });
  });
  const page = device.page();
  await page.send(ada, held({ status: 'COMPLETED' }));
  await device.pass(10_000);
  expect(await page.records(ada.uid)).toMatchObject([{ state: 'queued', attempts: 1, maybeSent: false }]);
});

test('what was tried and not sent does not leave with its window, for it could be deleted in the next one', async () => {
  const device = testDevice();
  device.sendsWithoutPages = false;
  device.answers.push(refusedWith(429));
  const page = device.page();
  await page.send(ada, held({ status: 'ON_HOLD' }));
  await device.pass(10_000);
  expect(await page.records(ada.uid)).toMatchObject([{ state: 'queued', maybeSent: false }]);
  page.leave();
  expect(device.sent).toHaveLength(1);
});

test('a page that is brought back cannot take back what left with it', async () => {
  const device = testDevice();
  device.sendsWithoutPages = false;
  const page = device.page();
  const { clientId } = await page.send(ada, held({ status: 'COMPLETED' }));
  page.leave();
  await expect(page.discardUnsent(ada.uid, clientId)).rejects.toMatchObject({ code: 'being-sent' });
});

test('what another window has deleted does not leave with the window that made it', async () => {
  const device = testDevice();
  device.sendsWithoutPages = false;
  const [page, other] = [device.page(), device.page()];
  const { clientId } = await page.send(ada, held({ status: 'COMPLETED' }));
  await other.discard(ada.uid, clientId);
  page.leave();
  expect(device.sent).toEqual([]);
});

test('nothing leaves with the window of a user who has signed out', async () => {
  const device = testDevice();
  device.sendsWithoutPages = false;
  const page = device.page();
  await page.send(ada, held({ status: 'COMPLETED' }));
  void page.close();
  page.leave();
  expect(device.sent).toEqual([]);
});

test('a change that may have left cannot be undone, though it was refused since; it can be deleted', async () => {
  const device = testDevice();
  device.answers.push(lost, refusedWith(422));
  const page = device.page();
  const { clientId } = await page.send(ada, held({ status: 'COMPLETED' }));
  await device.pass(10_000);
  await device.pass(5 * 60_000);
  expect(await page.records(ada.uid)).toMatchObject([{ state: 'failed', maybeSent: true }]);
  await expect(page.discardUnsent(ada.uid, clientId)).rejects.toMatchObject({ code: 'being-sent' });
  await page.discard(ada.uid, clientId);
  expect(await page.records(ada.uid)).toEqual([]);
});
