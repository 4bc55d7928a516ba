import { expect, test } from 'vitest';
import { ada, lost, message, refusedWith, settled, statesOf, testDevice } from './support.ts';

test('a message whose response was lost is sent again under the same key', async () => {
  const device = testDevice();
  device.answers.push(lost);
  const page = device.page();
  await page.send(ada, message('hello'));
  await settled();
  expect(await statesOf(page)).toEqual([['hello', 'uncertain']]);
  await device.pass(5 * 60_000);
  expect(await statesOf(page)).toEqual([['hello', 'acked']]);
  const [first, second] = device.sent;
  expect(second?.record.clientId).toBe(first?.record.clientId);
});

test('a message is retried for as long as it takes', async () => {
  const device = testDevice();
  for (let n = 0; n < 60; n += 1) device.answers.push(lost);
  const page = device.page();
  await page.send(ada, message('hello'));
  for (let n = 0; n < 65; n += 1) await device.pass(5 * 60_000);
  expect(device.sent).toHaveLength(61);
  expect(await statesOf(page)).toEqual([['hello', 'acked']]);
});

test.each([
  ['no data', 0, 'offline', 'uncertain'],
  ['a timeout', 0, 'timeout', 'uncertain'],
  ['408', 408, '', 'uncertain'],
  ['500', 500, 'internal', 'uncertain'],
  ['502', 502, '', 'uncertain'],
  ['503', 503, 'unavailable', 'uncertain'],
  ['504', 504, '', 'uncertain'],
  ['520', 520, '', 'uncertain'],
  ['a key in use', 409, 'key-in-use', 'uncertain'],
  ['400', 400, '', 'failed'],
  ['403', 403, 'forbidden', 'failed'],
  ['404', 404, 'not-found', 'failed'],
  ['a conflict', 409, 'stale', 'failed'],
  ['413', 413, 'too-large', 'failed'],
  ['422', 422, 'invalid', 'failed'],
  ['200 with errorMessage', 200, '', 'failed'],
  ['429', 429, 'rate-limited', 'queued'],
])('a response with %s (status %s, code “%s”) leaves a message %s', async (_, status, code, state) => {
  const device = testDevice();
  device.answers.push(refusedWith(status, code));
  const page = device.page();
  await page.send(ada, message('hello'));
  await settled();
  expect(await statesOf(page)).toEqual([['hello', state]]);
});
