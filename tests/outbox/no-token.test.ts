import { expect, test } from 'vitest';
import { ApiError } from '../../src/api/ApiError.ts';
import { ada, message, sentWords, settled, testDevice, tokenOf } from './support.ts';

test('a token whose renewal hangs is requested again, and messages leave within 30 s of its arrival', async () => {
  const device = testDevice();
  // The provider hangs for half a minute; `later` is what the app's timeout makes of it.
  device.token = () => 'later';
  const outbox = device.page();
  await outbox.send(ada, message('Hello'));
  await settled();
  for (let s = 0; s < 40; s += 5) await device.pass(5000);
  expect(sentWords(device)).toEqual([]);
  device.token = () => tokenOf(ada);
  for (let s = 0; s < 30; s += 5) await device.pass(5000);
  expect(sentWords(device)).toEqual(['Hello']);
  await outbox.close();
});

test('a renewal that hangs after a 401 does not stop the queue any longer', async () => {
  const device = testDevice();
  device.answers = [
    async () => {
      throw new ApiError('unauthorized');
    },
  ];
  device.token = (renew) => (renew ? 'later' : tokenOf(ada));
  const outbox = device.page();
  await outbox.send(ada, message('Hello'));
  await settled();
  expect(sentWords(device)).toEqual(['Hello']);
  await device.pass(20_000);
  device.token = () => tokenOf(ada);
  for (let s = 0; s < 30; s += 5) await device.pass(5000);
  expect(sentWords(device)).toEqual(['Hello', 'Hello']);
  expect(await outbox.records(ada.uid)).toMatchObject([{ state: 'acked' }]);
  await outbox.close();
});

test('an unavailable token is not requested again for minutes while nothing is queued', async () => {
  const device = testDevice();
  let asked = 0;
  device.token = () => {
    asked += 1;
    return 'later';
  };
  const outbox = device.page();
  await outbox.drain();
  for (let s = 0; s < 240; s += 5) await device.pass(5000);
  expect(asked).toBe(1);
  await outbox.close();
});

const later = (retryAfterMs: number) => async () => {
  throw new ApiError('rate-limited', undefined, { status: 429, retryAfterMs });
};

test('a Retry-After of an hour delays a message by 5 minutes at most', async () => {
  const device = testDevice();
  device.answers = [later(3_600_000)];
  const outbox = device.page();
  await outbox.send(ada, message('Hello'));
  await settled();
  await outbox.drain({ eager: true });
  expect(sentWords(device)).toEqual(['Hello']);
  for (let s = 0; s < 300; s += 10) await device.pass(10_000);
  expect(sentWords(device)).toEqual(['Hello', 'Hello']);
  await outbox.close();
});

test('a user who asks for a retry gets it, whatever Retry-After says', async () => {
  const device = testDevice();
  device.answers = [later(3_600_000), later(3_600_000)];
  const outbox = device.page();
  const { clientId } = await outbox.send(ada, message('Hello'));
  await settled();
  // “Try again” of one message, and “Send all”.
  await outbox.retry(ada.uid, clientId);
  await settled();
  expect(sentWords(device)).toEqual(['Hello', 'Hello']);
  await outbox.tryNow(ada.uid);
  expect(sentWords(device)).toEqual(['Hello', 'Hello', 'Hello']);
  await outbox.close();
});
