import { expect, test } from 'vitest';
import type { Draft } from '../../src/outbox/records/record.ts';
import { job } from '../support/app/fakeBackend.ts';
import { ada, lost, settled, testDevice } from './support.ts';

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
  const device = testDevice();
  const page = device.page();
  await page.send(ada, held({ status: 'COMPLETED' }));
  await page.drain({ eager: true });
  await device.pass(9999);
  expect(device.sent).toEqual([]);
  await device.pass(1);
  expect(sentStatuses(device)).toEqual(['COMPLETED']);
});

test('what is sent next, in its order, ends the time to take a change back', async () => {
  const device = testDevice();
  const page = device.page();
  await page.send(ada, held({ status: 'COMPLETED' }));
  const both = [
    page.send(ada, change({ status: 'IN_PROGRESS' })),
    page.send(ada, change({ status: 'ON_HOLD' })),
  ];
  await Promise.all(both);
  await settled();
  expect(sentStatuses(device)).toEqual(['COMPLETED', 'IN_PROGRESS', 'ON_HOLD']);
});

test('of two assignments the later can be taken back for as long, and is the one that leaves', async () => {
  const device = testDevice();
  device.session = null;
  const page = device.page();
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

test('a change that can be taken back leaves earlier when its page is left, and never once it is taken back', async () => {
  const device = testDevice();
  const page = device.page();
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
