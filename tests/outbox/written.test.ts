import { expect, test } from 'vitest';
import type { Draft } from '../../src/outbox/records/record.ts';
import { ada, lost, message, sentWords, settled, testDevice } from './support.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A device without a session, so that what is written waits; `signIn` sends it. */
function waitingDevice() {
  const device = testDevice();
  device.session = null;
  let awakeMs = 0;
  return {
    device,
    /** Passes time while the device is on. */
    pass(ms: number) {
      device.now += ms;
      awakeMs += ms;
    },
    page: () => device.page({ elapsed: () => awakeMs }),
    async signIn(page: ReturnType<typeof device.page>) {
      device.session = ada;
      await page.drain({ eager: true });
      return device.sent.map(({ writtenSecondsAgo }) => writtenSecondsAgo);
    },
  };
}

test('a request says how long ago its message was written', async () => {
  const { device, pass, page, signIn } = waitingDevice();
  const first = page();
  await first.send(ada, message('in the basement'));
  pass(5 * hour);
  await first.send(ada, message('outside'));
  await settled();
  expect(await signIn(first)).toEqual([5 * 3600, 0]);
  expect(sentWords(device)).toEqual(['in the basement', 'outside']);
});

test('each attempt says anew how long ago it was written', async () => {
  const device = testDevice();
  device.answers.push(lost);
  await device.page().send(ada, message('hello'));
  await settled();
  await device.pass(5 * minute);
  expect(device.sent.map(({ writtenSecondsAgo }) => writtenSecondsAgo)).toEqual([0, 300]);
});

test('a clock that is wrong all the time makes no difference, also after the app was closed', async () => {
  const { device, pass, page, signIn } = waitingDevice();
  device.now -= 400 * 24 * hour;
  await page().send(ada, message('of last year'));
  await settled();
  pass(2 * hour);
  expect(await signIn(page())).toEqual([7200]);
});

test('a clock that is set back while the page is open changes neither the time nor the order', async () => {
  const { device, pass, page, signIn } = waitingDevice();
  const open = page();
  await open.send(ada, message('first'));
  pass(hour);
  device.now -= 24 * hour;
  await open.send(ada, message('second'));
  pass(hour);
  await settled();
  expect(await signIn(open)).toEqual([2 * 3600, 3600]);
  expect(sentWords(device)).toEqual(['first', 'second']);
});

test('a message that seems to be of the future says nothing', async () => {
  const { device, page, signIn } = waitingDevice();
  await page().send(ada, message('by a fast clock'));
  await settled();
  device.now -= 24 * hour;
  expect(await signIn(page())).toEqual([null]);
});

test('a message is as old as its sending, whatever it had to wait for before it was stored', async () => {
  const { device, pass, page, signIn } = waitingDevice();
  const open = page();
  const held = { kind: 'mark', jobId: 'job-1', payload: { communicationId: 'c-1', target: 'ADDRESSED' } };
  await open.send(ada, { ...held, undoWindowMs: 10_000 } as Draft);
  const sending = open.send(ada, message('in the basement'));
  // Its turn comes after what could be taken back, and the window sleeps meanwhile.
  pass(minute);
  await sending;
  const ages = await signIn(open);
  expect(sentWords(device)).toContain('in the basement');
  expect(ages.at(-1)).toBe(60);
});
