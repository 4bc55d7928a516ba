import { expect, test } from 'vitest';
import { sendStateText } from '../../src/outbox/kinds/sendState.ts';
import type { Draft } from '../../src/outbox/records/record.ts';
import {
  ada,
  copiedFile,
  lost,
  message,
  refusedWith,
  sentWords,
  settled,
  statesOf,
  storesOnly,
  testDevice,
  testPage,
  toggle,
} from './support.ts';

type Device = ReturnType<typeof testDevice>;

/** Returns the texts of sent messages, and of sent marks the message, the status and the number. */
function sent(device: Device) {
  return device.sent.map(({ record }) => {
    if (record.kind !== 'mark') return sentWords({ ...device, sent: [{ record }] } as never);
    return [record.payload.communicationId, record.payload.target, record.order?.number];
  });
}

/** Responds when told to. */
function held(device: Device, then: () => Promise<never> | Promise<object> = async () => ({})) {
  const { promise, resolve } = Promise.withResolvers<void>();
  device.answers.push(async () => {
    await promise;
    await then();
    return { serverId: null, response: null };
  });
  return async () => {
    resolve();
    await settled();
  };
}

/** Sends a message that marks others as addressed. */
function answer(page: ReturnType<Device['page']>, content: string, ...ids: string[]) {
  const marks = ids.map((id) => toggle('ADDRESSED', id));
  return page.send(ada, message(content), [], undefined, undefined, marks);
}

test('of several unsent choices only the last one is sent', async () => {
  const { device, page } = storesOnly();
  for (const status of ['ADDRESSED', 'NEW', 'ADDRESSED', 'NEW'] as const) {
    await page.send(ada, toggle(status));
  }
  expect(await statesOf(page)).toEqual([['NEW', 'queued']]);
  device.session = ada;
  await page.drain();
  expect(sent(device)).toEqual([['m-1', 'NEW', 4]]);
  expect(await statesOf(page)).toEqual([]);
});

test('a choice made while the one before is being sent is sent after it', async () => {
  const device = testDevice();
  const respond = held(device);
  const page = device.page();
  await page.send(ada, toggle('ADDRESSED'));
  await settled();
  await page.send(ada, toggle('NEW'));
  expect(await statesOf(page)).toEqual([['NEW', 'sending']]);
  await respond();
  expect(sent(device)).toEqual([
    ['m-1', 'ADDRESSED', 1],
    ['m-1', 'NEW', 2],
  ]);
  expect(await statesOf(page)).toEqual([]);
});

test('a choice does not wait for an earlier one that may have arrived', async () => {
  const device = testDevice();
  device.answers.push(lost);
  const page = device.page();
  await page.send(ada, toggle('ADDRESSED'));
  await settled();
  expect(await statesOf(page)).toEqual([['ADDRESSED', 'uncertain']]);
  await page.send(ada, toggle('NEW'));
  await settled();
  expect(sent(device).slice(1)).toEqual([['m-1', 'NEW', 2]]);
});

test('the refusal of a choice that nobody wants any more is nothing', async () => {
  const device = testDevice();
  const respond = held(device, refusedWith(403) as never);
  const page = device.page();
  const refusals: string[] = [];
  page.onRefused(({ clientId }) => refusals.push(clientId));
  await page.send(ada, toggle('NEW', 'm-4'));
  await settled();
  await answer(page, 'Answered', 'm-4');
  await settled();
  await respond();
  expect(refusals).toEqual([]);
  expect(sent(device).slice(1)).toEqual([['Answered'], ['m-4', 'ADDRESSED', 2]]);
  expect(await statesOf(page)).toEqual([['Answered', 'acked']]);
});

test('a later choice does not wait behind an earlier one that is refused meanwhile', async () => {
  const device = testDevice();
  const respond = held(device, refusedWith(403) as never);
  const page = device.page();
  await page.send(ada, toggle('ADDRESSED'));
  await settled();
  await page.send(ada, toggle('NEW'));
  await respond();
  expect(sent(device)).toEqual([
    ['m-1', 'ADDRESSED', 1],
    ['m-1', 'NEW', 2],
  ]);
  expect(await statesOf(page)).toEqual([]);
});

test('a mark that follows its message does not wait behind a refused choice of the same message', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(403));
  const page = device.page();
  await page.send(ada, toggle('NEW'));
  await settled();
  expect(await statesOf(page)).toEqual([['NEW', 'failed']]);
  await answer(page, 'Done', 'm-1');
  await settled();
  expect(sent(device).slice(1)).toEqual([['Done'], ['m-1', 'ADDRESSED', 2]]);
  expect(await statesOf(page)).toEqual([['Done', 'acked']]);
});

test('a choice takes the place of one that was refused, and of one that goes after a refused message', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(403), refusedWith(422));
  const page = device.page();
  await page.send(ada, toggle('NEW'));
  await settled();
  await answer(page, 'Refused', 'm-1');
  await settled();
  expect(await statesOf(page)).toEqual([
    ['Refused', 'failed'],
    ['ADDRESSED', 'queued'],
  ]);
  await page.send(ada, toggle('NEW'));
  await settled();
  expect(sent(device).at(-1)).toEqual(['m-1', 'NEW', 3]);
  expect(await statesOf(page)).toEqual([['Refused', 'failed']]);
});

test('marks go after their message, once', async () => {
  const { device, page } = testPage();
  await answer(page, 'Done', 'm-1', 'm-2');
  await settled();
  expect(sent(device)).toEqual([['Done'], ['m-1', 'ADDRESSED', 1], ['m-2', 'ADDRESSED', 2]]);
});

test('marks of a refused message wait visibly with it, and go once it is tried again', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(422));
  const page = device.page();
  const { clientId } = await answer(page, 'Done', 'm-1');
  await settled();
  const records = await page.records(ada.uid);
  const mark = records.find(({ kind }) => kind === 'mark');
  expect(mark && sendStateText(mark, records)).toBe(
    'Waiting: an earlier message to this job wasn’t sent. Try it again or delete it first.',
  );
  await page.drain({ eager: true });
  expect(sent(device)).toEqual([['Done']]);
  await page.retry(ada.uid, clientId);
  await settled();
  expect(sent(device).slice(1)).toEqual([['Done'], ['m-1', 'ADDRESSED', 1]]);
});

test('a message that is deleted takes its marks with it, and brings them back', async () => {
  const { device, page } = storesOnly();
  const record = await answer(page, 'Done', 'm-1', 'm-2');
  const undo = await page.discardWithUndo(record);
  expect(await statesOf(page)).toEqual([]);
  await page.send(ada, toggle('NEW', 'm-2'));
  await undo();
  // What was chosen meanwhile is the later choice.
  device.session = ada;
  await page.drain();
  await settled();
  expect(sent(device).filter(([first]) => first !== 'm-2')).toEqual([['Done'], ['m-1', 'ADDRESSED', 1]]);
  expect(sent(device).filter(([first]) => first === 'm-2')).toEqual([['m-2', 'NEW', 3]]);
});

test('a message that is deleted leaves what was chosen before it', async () => {
  const { device, page } = storesOnly();
  await page.send(ada, toggle('NEW'));
  const record = await answer(page, 'Done', 'm-1');
  await page.discard(ada.uid, record.clientId);
  expect(await statesOf(page)).toEqual([['NEW', 'queued']]);
  device.session = ada;
  await page.drain();
  expect(sent(device)).toEqual([['m-1', 'NEW', 1]]);
});

test('a message that is taken back leaves what was chosen before it, also while that is being sent', async () => {
  const device = testDevice();
  const respond = held(device, lost as never);
  device.answers.push(refusedWith(422));
  const page = device.page();
  await page.send(ada, toggle('NEW'));
  await settled();
  const { clientId } = await answer(page, 'Done', 'm-1');
  await settled();
  const draft = { owner: ada.email, form: 'chat:j-1', rest: () => ({ content: {}, files: [] }) };
  await page.returnToDraft(ada.uid, clientId, draft);
  expect(await statesOf(page)).toEqual([['NEW', 'sending']]);
  await respond();
  await page.drain({ eager: true });
  expect(sent(device).slice(2)).toEqual([['m-1', 'NEW', 1]]);
  expect(await statesOf(page)).toEqual([]);
});

test('of two messages that mark the same one, deleting the second leaves the mark of the first', async () => {
  const { device, page } = storesOnly();
  await answer(page, 'First', 'm-1');
  const second = await answer(page, 'Second', 'm-1');
  const undo = await page.discardWithUndo(second);
  expect(await statesOf(page)).toEqual([
    ['First', 'queued'],
    ['ADDRESSED', 'queued'],
  ]);
  await undo();
  device.session = ada;
  await page.drain();
  // Each goes once its own message has arrived.
  expect(sent(device).filter(([first]) => first === 'm-1')).toEqual([
    ['m-1', 'ADDRESSED', 1],
    ['m-1', 'ADDRESSED', 2],
  ]);
});

test('a mark that is put back takes no place of one that was chosen since', async () => {
  const { device, page } = storesOnly();
  const first = await answer(page, 'First', 'm-1');
  await answer(page, 'Second', 'm-1');
  const undo = await page.discardWithUndo(first);
  device.session = ada;
  const respond = held(device);
  void page.drain();
  await settled();
  await undo();
  await respond();
  await page.drain();
  expect(sent(device).filter(([first]) => first === 'm-1')).toEqual([['m-1', 'ADDRESSED', 2]]);
  expect(await statesOf(page)).toEqual([
    ['First', 'acked'],
    ['Second', 'acked'],
  ]);
});

test('a page killed after the response sends the message again, and the next one its marks', async () => {
  const device = testDevice();
  device.session = null;
  await answer(device.page(), 'Done', 'm-1');
  device.session = ada;
  const dead = device.page();
  const write = dead.db.writeAs.bind(dead.db);
  let isDead = false;
  device.answers.push(async () => {
    isDead = true;
    return { serverId: 's', response: null };
  });
  // The response has come; what it says is not written any more.
  dead.db.writeAs = (...args) => (isDead ? new Promise(() => undefined) : write(...args));
  void dead.drain();
  await settled();
  expect(sent(device)).toEqual([['Done']]);
  const next = device.page();
  await device.pass(10 * 60_000);
  await next.drain({ eager: true });
  await settled();
  expect(sent(device).slice(1)).toEqual([['Done'], ['m-1', 'ADDRESSED', 1]]);
});

test('a mark follows a message that another page has sent and then died', async () => {
  const { device, page } = storesOnly();
  await answer(page, 'Done', 'm-1');
  device.session = ada;
  const respond = held(device);
  let isDead = false;
  const silent = { post: () => undefined, listen: () => () => undefined };
  const dead = device.page({ channel: silent, token: async () => (isDead ? 'later' : device.token(false)) });
  void dead.drain();
  await settled();
  await page.drain();
  isDead = true;
  await respond();
  await device.pass(60_000);
  expect(sent(device)).toEqual([['Done'], ['m-1', 'ADDRESSED', 1]]);
});

test('a shot that is renamed keeps the place and the picture of an unsent save', async () => {
  const { page } = storesOnly();
  const shot = (name: string, more: object = {}): Draft => {
    return { kind: 'shot', payload: { shotId: 's-1', service: 'EE', name, hint: '', ...more } };
  };
  await page.send(ada, shot('Roof', { after: 's-0' }), [copiedFile('roof.jpg', 'roof')]);
  await page.send(ada, shot('The roof'));
  const [record] = await page.records(ada.uid);
  expect(record?.payload).toMatchObject({ name: 'The roof', after: 's-0' });
  expect(record && (await page.files(record))?.map(({ size }) => size)).toEqual([4]);
  await page.send(ada, shot('Roof', { noExample: true }));
  const [without] = await page.records(ada.uid);
  expect(without?.files).toEqual([]);
  expect(record && (await page.files(record))).toBeNull();
});

test('choices of another user of the device are numbered for themselves', async () => {
  const { page } = storesOnly();
  const bob = { uid: 'bob', email: 'bob@ev.test' };
  const mine = [await page.send(ada, toggle('NEW')), await page.send(ada, toggle('NEW', 'm-2'))];
  const theirs = await page.send(bob, toggle('NEW'));
  expect(mine.map(({ order }) => order?.number)).toEqual([1, 2]);
  expect(theirs.order?.number).toBe(1);
  expect(theirs.order?.device).not.toBe(mine[0]?.order?.device);
});
