import { expect, test } from 'vitest';
import { ApiError } from '../../src/api/ApiError.ts';
import { databaseName } from '../../src/outbox/records/schema.ts';
import { claim } from '../../src/outbox/sending/claim.ts';
import {
  ada,
  lost,
  message,
  sentWords,
  settled,
  storesOnly,
  testDevice,
  testPage,
  tokenOf,
} from './support.ts';

test('messages are sent in the order they were written, whatever the clock says', async () => {
  const { device, page } = storesOnly();
  for (const words of ['first', 'second', 'third']) {
    await page.send(ada, message(words));
    device.now -= 86_400_000;
  }
  await settled();
  device.session = ada;
  device.now += 10 * 86_400_000;
  await page.drain({ eager: true });
  expect(sentWords(device)).toEqual(['first', 'second', 'third']);
});

test('jobs do not wait for one another', async () => {
  const device = testDevice();
  device.answers.push(() => new Promise(() => undefined));
  const page = device.page();
  await page.send(ada, message('hangs', 'job-1'));
  await page.send(ada, message('behind it', 'job-1'));
  await page.send(ada, message('of another job', 'job-2'));
  await settled();
  expect(sentWords(device)).toEqual(['hangs', 'of another job']);
});

test('a message written while another job’s message is being sent is sent at once', async () => {
  const device = testDevice();
  device.answers.push(() => new Promise(() => undefined));
  const page = device.page();
  await page.send(ada, message('hangs', 'job-1'));
  await settled();
  await page.send(ada, message('behind it', 'job-1'));
  await page.send(ada, message('of another job', 'job-2'));
  await settled();
  expect(sentWords(device)).toEqual(['hangs', 'of another job']);
});

test('an eager drain sends everything at once, also while a try is under way', async () => {
  const { device, page } = testPage();
  device.answers.push(lost, lost, lost);
  await page.send(ada, message('first', 'job-1'));
  await settled();
  await device.pass(1000);
  await page.send(ada, message('second', 'job-2'));
  await settled();
  device.sent.length = 0;
  const hanging = Promise.withResolvers<never>();
  device.answers.push(() => hanging.promise, lost, lost);
  await device.pass(2000);
  expect(sentWords(device)).toEqual(['second']);
  const drained = page.drain({ eager: true });
  await settled();
  expect(sentWords(device)).toEqual(['second', 'first']);
  // A try that fails after the eager drain is repeated once; a newer try is not.
  hanging.reject(new ApiError('offline'));
  await drained;
  expect(sentWords(device)).toEqual(['second', 'first', 'second']);
});

test.each([5, 20])(
  'messages of %i jobs are sent side by side, and the next one as soon as one is sent',
  async (lanes) => {
    const device = testDevice();
    device.lanesAtOnce = lanes;
    device.session = null;
    const page = device.page();
    for (let n = 1; n <= 25; n += 1) await page.send(ada, message(`for ${n}`, `job-${n}`));
    await settled();
    device.session = ada;
    const answers = Array.from({ length: 25 }, () =>
      Promise.withResolvers<{ serverId: string; response: null }>(),
    );
    device.answers.push(
      ...answers.map(
        ({ promise }) =>
          () =>
            promise,
      ),
    );
    const draining = page.drain({ eager: true });
    await settled();
    await settled();
    expect(device.sent).toHaveLength(lanes);
    answers[0]?.resolve({ serverId: 'a0', response: null });
    await settled();
    expect(device.sent).toHaveLength(lanes + 1);
    for (const [n, { resolve }] of answers.entries()) resolve({ serverId: `a${n}`, response: null });
    await draining;
    expect(device.sent).toHaveLength(25);
  },
);

test('a sent message delays no other, and a message restored before it is sent all the same', async () => {
  const { device, page } = storesOnly();
  const first = await page.send(ada, message('first'));
  await page.send(ada, message('second'));
  for (let n = 3; n < 6; n += 1) await page.send(ada, message(`number ${n}`));
  await page.send(ada, message('last'));
  await page.discard(ada.uid, first.clientId);
  await settled();
  device.session = ada;
  const hanging = Promise.withResolvers<{ serverId: string; response: null }>();
  const accepted = (n: number) => async () => ({ serverId: `a${n}`, response: null });
  device.answers.push(...Array.from({ length: 4 }, (_, n) => accepted(n)), () => hanging.promise);
  const draining = page.drain({ eager: true });
  await settled();
  expect(sentWords(device).at(-1)).toBe('last');
  await page.restore(first, []);
  hanging.resolve({ serverId: 'a5', response: null });
  await draining;
  expect(sentWords(device).at(-1)).toBe('first');
  expect((await page.records(ada.uid)).every(({ state }) => state === 'acked')).toBe(true);
});

test('a database failure in one job does not stop the other jobs', async () => {
  const { device, page } = testPage();
  device.session = null;
  for (const job of ['job-1', 'job-2', 'job-3']) await page.send(ada, message(job, job));
  await settled();
  device.session = ada;
  let writes = 0;
  const write = page.db.writeAs.bind(page.db);
  page.db.writeAs = ((...given: Parameters<typeof write>) => {
    if (given[1].includes('chunks')) writes += 1;
    return writes === 1 ? Promise.reject(new Error('broken')) : write(...given);
  }) as typeof page.db.writeAs;
  await page.drain({ eager: true });
  expect(sentWords(device).sort()).toEqual(['job-1', 'job-2', 'job-3']);
});

test('after the storage was cleared while messages were sent, new ones with the numbers of delivered ones keep their order', async () => {
  const { device, page } = testPage();
  const arrived = new WeakMap<object, Set<number>>();
  const head = async () => {
    const request = {
      ...{ laneKey: 'job:job-1', token: tokenOf(ada), arrived },
      ...{ dueAt: () => 0, mayUpload: true, onClaim: () => undefined },
    };
    const task = await claim(page.db, device.env(), request);
    return task.todo === 'send' ? task.record.payload : null;
  };
  await page.send(ada, message('delivered', 'job-1'));
  await settled();
  expect(await head()).toBeNull();
  await page.db.close();
  await new Promise((resolve) => {
    device.factory.deleteDatabase(databaseName).onsuccess = resolve;
  });
  device.session = null;
  await page.send(ada, message('first', 'job-1'));
  await page.send(ada, message('second', 'job-1'));
  expect(await head()).toMatchObject({ content: 'first' });
});
