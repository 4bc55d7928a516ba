import { expect, test } from 'vitest';
import { ada, message, refusedWith, sentWords, settled, statesOf, testDevice } from './support.ts';

const never = () => new Promise<never>(() => undefined);

test('a message claimed by a dead page is sent by another when the claim ends, under the same key', async () => {
  const device = testDevice();
  device.answers.push(never);
  await device.page({ after: () => () => undefined }).send(ada, message('hello'));
  await settled();
  const page = device.page();
  await page.drain();
  expect(await statesOf(page)).toEqual([['hello', 'sending']]);
  device.now += 49_000;
  await page.drain();
  expect(await statesOf(page)).toEqual([['hello', 'acked']]);
  expect(new Set(device.sent.map(({ record }) => record.clientId)).size).toBe(1);
});

test('a page that drains alone takes the message over at once, under its key', async () => {
  const device = testDevice();
  device.answers.push(never);
  await device.page({ after: () => () => undefined }).send(ada, message('hello'));
  await settled();
  const lock = async (_name: string, work: () => Promise<void>) => {
    await work();
    return true;
  };
  const page = device.page({ lock });
  await page.drain();
  expect(await statesOf(page)).toEqual([['hello', 'acked']]);
  expect(new Set(device.sent.map(({ record }) => record.clientId)).size).toBe(1);
  expect(device.sent).toHaveLength(2);
});

test('a refusal that comes after the claim ended changes nothing, and a success does', async () => {
  for (const late of ['refused', 'accepted']) {
    const device = testDevice();
    const answer = Promise.withResolvers<{ serverId: string; response: null }>();
    device.answers.push(() => answer.promise);
    const first = device.page({ after: () => () => undefined });
    await first.send(ada, message('hello'));
    await settled();
    device.now += 49_000;
    device.answers.push(refusedWith(503, 'unavailable'));
    const second = device.page();
    await second.drain();
    if (late === 'accepted') answer.resolve({ serverId: 's1', response: null });
    else void refusedWith(422, 'invalid')().catch(answer.reject);
    await settled();
    expect(await statesOf(second)).toEqual([['hello', late === 'accepted' ? 'acked' : 'uncertain']]);
  }
});

test('a page that was frozen between claim and send sends nothing under the old claim', async () => {
  const device = testDevice();
  let jumped = false;
  const page = device.page();
  // Frozen for a minute between the claim and the reading of the bytes.
  const read = page.db.read.bind(page.db);
  page.db.read = (stores, work) => {
    if (stores[0] === 'chunks' && !jumped) {
      jumped = true;
      device.now += 60_000;
    }
    return read(stores, work);
  };
  await page.send(ada, message('hello'), [
    { name: 'a.pdf', type: '', size: 1, chunks: [new ArrayBuffer(1)], sha256: '' },
  ]);
  await settled();
  expect(jumped).toBe(true);
  expect(device.sent.map(({ record }) => record.attempts)).toEqual([2]);
  expect(sentWords(device)).toEqual(['hello']);
});

test('setting the clock back by a day does not prolong a claim by a day', async () => {
  const device = testDevice();
  device.answers.push(never);
  await device.page({ after: () => () => undefined }).send(ada, message('hello'));
  await settled();
  device.now -= 86_400_000;
  const page = device.page();
  await page.drain();
  expect(await statesOf(page)).toEqual([['hello', 'acked']]);
});
