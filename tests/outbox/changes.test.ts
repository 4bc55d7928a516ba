import { expect, test } from 'vitest';
import type { Draft } from '../../src/outbox/records/enqueue.ts';
import { job } from '../support/fakeBackend.ts';
import { ada, copiedFile, lost, settled, testDevice } from './support.ts';

function change(changes: object, version = 1): Draft {
  return {
    kind: 'update',
    jobId: 'J1',
    payload: { evJobId: 'J1', jobUpdateUser: ada.email, version, ...changes },
  };
}

/** Creates a device whose backend ignores keys; `now` is the job as read afterwards. */
function deviceWith(now: () => object) {
  const device = testDevice();
  device.honoursKeys = false;
  device.answers.push(lost);
  const { wire } = device.env();
  return {
    device,
    page: device.page({ wire: { ...wire, job: async () => ({ ...job, ...now() }) as typeof job } }),
  };
}

const result = {
  key: 'R1',
  file: null,
  revision: 1,
  supersedes: null,
  superseded: false,
  deliveryMode: 'WET_STAMPS',
  copiesNumber: 2,
  carrier: 'UPS',
  trackingNumber: '1Z',
  note: '',
  addedBy: ada.email,
  addedByName: 'Ada',
  createdTimestamp: Date.UTC(2026, 10, 21, 10) / 1000,
};
const wet = { deliveryMode: 'WET_STAMPS', copiesNumber: 2, carrier: 'UPS', trackingNumber: '1Z', note: '' };

test('a change whose response was lost is not sent again when the job has it', async () => {
  const { device, page } = deviceWith(() => ({ status: 'ON_HOLD' }));
  await page.send(ada, change({ status: 'ON_HOLD' }));
  await settled();
  expect(await page.records(ada.uid)).toEqual([]);
  expect(device.sent).toHaveLength(1);
});

test('a deliverable is not sent again when the job has its file, or its values if it has no file', async () => {
  let names: string[] = [];
  const { device, page } = deviceWith(() => ({
    deliverables: [result, ...names.map((fileName) => ({ ...result, file: { key: 'k', fileName } }))],
  }));
  await page.send(ada, change({ deliverable: { ...wet, supersedes: '' } }));
  await settled();
  expect(await page.records(ada.uid)).toEqual([]);

  device.answers.push(lost);
  await page.send(ada, change({ deliverable: { ...wet, supersedes: '' } }), [copiedFile('set.pdf', 'x')]);
  names = device.sent[1]?.files.map(({ name }) => name) ?? [];
  await settled();
  names = device.sent.at(-1)?.files.map(({ name }) => name) ?? [];
  await device.pass(60_000);
  expect(await page.records(ada.uid)).toEqual([]);
  expect(device.sent).toHaveLength(2);
});

test('an equal deliverable added by someone else does not count as the sent one', async () => {
  const { page } = deviceWith(() => ({ deliverables: [{ ...result, addedBy: 'bob@ev.test' }] }));
  await page.send(ada, change({ deliverable: { ...wet, supersedes: '' } }));
  await settled();
  expect(await page.records(ada.uid)).toMatchObject([{ state: 'uncertain' }]);
});

test('a due date whose response was lost is not sent again when the job has it', async () => {
  const due = { date: '2026-12-01', reason: 'As agreed' };
  const { device, page } = deviceWith(() => ({ due: { date: due.date, end: 1, isSet: true } }));
  await page.send(ada, change({ due }));
  await settled();
  expect(await page.records(ada.uid)).toEqual([]);
  expect(device.sent).toHaveLength(1);
});

test('a due date that the job has by the rules only is sent again', async () => {
  const due = { date: '2026-12-01', reason: 'As agreed' };
  const { device, page } = deviceWith(() => ({ due: { date: due.date, end: 1 } }));
  await page.send(ada, change({ due }));
  await settled();
  await device.pass(10 * 60_000);
  expect(device.sent).toHaveLength(2);
});

test('the version in the response to a due date, which fits any, is not taken for that of a change behind it', async () => {
  const device = testDevice();
  const answer = { job: { ...job, version: 7 }, communication: null, versionBefore: 7 };
  device.answers.push(async () => ({ serverId: null, answer }));
  const page = device.page();
  await page.send(ada, change({ due: { date: null, reason: 'As agreed' } }));
  await page.send(ada, change({ status: 'ON_HOLD' }));
  await settled();
  expect(device.sent.map(({ record }) => (record.payload as { version?: number }).version)).toEqual([1, 1]);
});
