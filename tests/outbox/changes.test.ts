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
  device.answers.push(async () => ({ serverId: null, answer }));
  const page = device.page();
  await page.send(ada, { ...change({ due: { date: null, reason: 'As agreed' } }), kind: 'due' } as Draft);
  await page.send(ada, change({ status: 'ON_HOLD' }));
  await settled();
  expect(device.sent.map(({ record }) => (record.payload as { version?: number }).version)).toEqual([1, 1]);
});
