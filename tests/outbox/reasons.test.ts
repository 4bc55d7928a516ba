import { expect, test } from 'vitest';
import type { Draft } from '../../src/outbox/records/enqueue.ts';
import { job } from '../support/fakeBackend.ts';
import { ada, delivered, lost, message, sentWords, settled, testDevice } from './support.ts';

const reason = 'Waiting for photos of the main panel.';

function change(changes: object, version = 1): Draft {
  return {
    kind: 'update',
    jobId: 'job-1',
    payload: { evJobId: 'job-1', jobUpdateUser: ada.email, version, ...changes },
  };
}

const hold = change({ status: 'ON_HOLD', reason });

/** Returns the response of a server that posts reasons, or of one that does not know them. */
function answered(communication: object | null, changes: object = {}) {
  const answer = { job: { ...job, version: 2, jobReporter: 'clara@ev.test', ...changes }, communication };
  return async () => ({ serverId: null, answer });
}

test('a reason that the server has posted is sent no second time', async () => {
  const device = testDevice();
  device.answers.push(answered(delivered(reason, 'm-1')));
  const page = device.page();
  await page.send(ada, hold);
  await settled();
  expect(sentWords(device)).toEqual(['update']);
  expect(await page.records(ada.uid)).toEqual([]);
});

test('a reason that a server of an earlier version ignored is sent as a message, in its lane', async () => {
  const device = testDevice();
  device.answers.push(answered(null));
  const page = device.page();
  const { clientId } = await page.send(ada, hold);
  await page.send(ada, message('typed later'));
  await settled();
  expect(sentWords(device)).toEqual(['update', 'typed later', reason]);
  expect(device.sent[2]?.record).toMatchObject({
    clientId: `${clientId}:reason`,
    jobId: 'job-1',
    payload: {
      content: reason,
      fromUserType: 'EMPLOYEE',
      jobReporter: 'clara@ev.test',
      assignedTo: 'bob@ev.test',
    },
  });
});

test('a client’s reason is the client’s message, and says when the change was written', async () => {
  const device = testDevice();
  device.answers.push(lost, answered(null, { jobReporter: ada.email, assignedTo: 'emil@ev.test' }));
  await device.page().send(ada, change({ status: 'CANCELLED', reason }));
  await settled();
  await device.pass(5 * 60_000);
  const sent = device.sent.at(-1);
  expect(sent?.record.payload).toMatchObject({ fromUserType: 'CLIENT', assignedTo: 'emil@ev.test' });
  expect(sent?.writtenSecondsAgo).toBe(300);
});

test('a change whose response was lost is sent again under its key, and its reason once', async () => {
  const device = testDevice();
  device.answers.push(lost, answered(null));
  await device.page().send(ada, hold);
  await settled();
  await device.pass(60_000);
  const keys = device.sent.map(({ record }) => record.clientId);
  expect(keys).toEqual([keys[0], keys[0], `${keys[0]}:reason`]);
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
  const device = testDevice();
  device.session = null;
  const page = device.page();
  const record = await page.send(ada, hold);
  const undo = await page.discardWithUndo(record);
  expect(await page.records(ada.uid)).toEqual([]);
  await undo();
  expect(await page.records(ada.uid)).toEqual([record]);
  device.session = ada;
  device.answers.push(answered(null));
  await page.drain({ eager: true });
  await settled();
  expect(sentWords(device)).toEqual(['update', reason]);
});

test.each([
  ['one that knows the reason', { statusReason: reason }, ['update']],
  ['one that does not', {}, ['update', reason]],
])('where keys are ignored, the job says whether the reason was posted: %s', async (_, known, sent) => {
  const device = testDevice();
  device.honoursKeys = false;
  device.answers.push(lost);
  const { wire } = device.env();
  const now = { ...job, status: 'ON_HOLD', ...known } as typeof job;
  await device.page({ wire: { ...wire, job: async () => now } }).send(ada, hold);
  await settled();
  await device.pass(60_000);
  expect(sentWords(device)).toEqual(sent);
});

test('a change behind a deliverable goes on from its version only if nobody else changed the job', async () => {
  const deliverable = { deliveryMode: 'WET_STAMPS', trackingNumber: '1Z', supersedes: '' };
  for (const [versionBefore, expected] of [
    [1, 2],
    [2, 1],
    [undefined, 1],
  ] as const) {
    const device = testDevice();
    device.answers.push(async () => ({
      serverId: null,
      answer: { job: { ...job, version: 2 }, communication: null, versionBefore },
    }));
    const page = device.page();
    await page.send(ada, change({ deliverable }));
    await page.send(ada, change({ status: 'ON_HOLD' }));
    await settled();
    expect(device.sent[1]?.record.payload).toMatchObject({ version: expected });
  }
});
