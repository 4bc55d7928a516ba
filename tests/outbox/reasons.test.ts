import { expect, test } from 'vitest';
import type { Draft } from '../../src/outbox/records/record.ts';
import { job } from '../support/app/fakeBackend.ts';
import { ada, delivered, lost, sentWords, settled, storesOnly, testDevice } from './support.ts';

const reason = 'Waiting for photos of the main panel.';

function change(changes: object, version = 1): Draft {
  return {
    kind: 'update',
    jobId: 'job-1',
    payload: { evJobId: 'job-1', jobUpdateUser: ada.email, version, ...changes },
  };
}

const hold = change({ status: 'ON_HOLD', reason });

/** Returns the response of the server, which posts the reason. */
function answered() {
  const answer = { job: { ...job, version: 2 }, communication: delivered(reason, 'm-1') };
  return async () => ({ serverId: null, response: answer });
}

test('a reason that the server has posted is sent no second time', async () => {
  const device = testDevice();
  device.answers.push(answered());
  const page = device.page();
  await page.send(ada, hold);
  await settled();
  expect(sentWords(device)).toEqual(['update']);
  expect(await page.records(ada.uid)).toEqual([]);
});

test('a change with a reason says when it was written', async () => {
  const device = testDevice();
  device.answers.push(lost, answered());
  await device.page().send(ada, change({ status: 'CANCELLED', reason }));
  await settled();
  await device.pass(5 * 60_000);
  expect(device.sent.at(-1)?.writtenSecondsAgo).toBe(300);
});

test('a change whose response was lost is sent again under its key, and its reason with it', async () => {
  const device = testDevice();
  device.answers.push(lost, answered());
  await device.page().send(ada, hold);
  await settled();
  await device.pass(60_000);
  const keys = device.sent.map(({ record }) => record.clientId);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(device.sent.at(-1)?.record.payload).toMatchObject({ reason });
});

test('a refused change keeps its reason, and posts none', async () => {
  const device = testDevice();
  const { ApiError } = await import('../../src/api/ApiError.ts');
  device.answers.push(async () => {
    throw new ApiError('stale', undefined, { status: 409, definite: true });
  });
  const page = device.page();
  await page.send(ada, hold);
  await settled();
  const [record] = await page.records(ada.uid);
  expect(record).toMatchObject({ state: 'failed', payload: { reason } });
  expect(sentWords(device)).toEqual(['update']);
});

test('a deleted change takes its reason with it, and undoing brings both back', async () => {
  const { device, page } = storesOnly();
  const record = await page.send(ada, hold);
  const undo = await page.discardWithUndo(record);
  expect(await page.records(ada.uid)).toEqual([]);
  await undo();
  expect(await page.records(ada.uid)).toEqual([record]);
  device.session = ada;
  device.answers.push(answered());
  await page.drain({ eager: true });
  await settled();
  expect(device.sent.map(({ record }) => record.payload)).toMatchObject([{ reason }]);
});

test('a change behind a deliverable goes on from its version only if nobody else changed the job', async () => {
  const deliverable = { deliveryMode: 'WET_STAMPS', trackingNumber: '1Z', supersedes: '' };
  for (const [versionBefore, expected] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const device = testDevice();
    device.answers.push(async () => ({
      serverId: null,
      response: { job: { ...job, version: 2 }, communication: null, versionBefore },
    }));
    const page = device.page();
    await page.send(ada, change({ deliverable }));
    await page.send(ada, change({ status: 'ON_HOLD' }));
    await settled();
    expect(device.sent[1]?.record.payload).toMatchObject({ version: expected });
  }
});
