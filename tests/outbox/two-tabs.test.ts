import { expect, test } from 'vitest';
import { ada, lost, message, sentWords, settled, statesOf, storesOnly, testDevice } from './support.ts';

test('two pages without locks send a message once', async () => {
  const device = testDevice();
  const [a, b] = [device.page(), device.page()];
  await a.send(ada, message('hello'));
  await Promise.all([a.drain({ eager: true }), b.drain({ eager: true })]);
  await settled();
  expect(sentWords(device)).toEqual(['hello']);
});

test('a message written in a page that is not draining is stored and sent', async () => {
  const device = testDevice();
  const b = device.page({ lock: async () => false });
  await b.send(ada, message('from the second tab'));
  await settled();
  expect(await statesOf(b)).toEqual([['from the second tab', 'queued']]);
  await device.page().drain();
  expect(sentWords(device)).toEqual(['from the second tab']);
});

test('a message written in a page that is not draining is sent at once, even while the other page waits for a response', async () => {
  const device = testDevice();
  device.answers.push(() => new Promise(() => undefined));
  const [a, b] = [
    device.page({ lock: async (_, work) => work().then(() => true) }),
    device.page({ lock: async () => false }),
  ];
  await a.send(ada, message('hangs', 'job-1'));
  await settled();
  await b.send(ada, message('from the second tab', 'job-2'));
  await settled();
  expect(sentWords(device)).toEqual(['hangs', 'from the second tab']);
});

test('pressing send twice under one key creates one record', async () => {
  const { page } = storesOnly();
  await Promise.all([page.send(ada, message('hello'), [], 'k'), page.send(ada, message('hello'), [], 'k')]);
  expect(await statesOf(page)).toEqual([['hello', 'queued']]);
});

test('a lock that is never granted only costs time', async () => {
  const device = testDevice();
  const page = device.page({ lock: async () => false });
  await page.send(ada, message('hello'));
  await settled();
  expect(sentWords(device)).toEqual([]);
  for (let n = 0; n < 8; n += 1) await device.pass(15_000);
  expect(sentWords(device)).toEqual(['hello']);
});

test('a page sends at once when the page that held the lock is gone', async () => {
  const device = testDevice();
  let free: () => void = () => undefined;
  let isHeld = true;
  const page = device.page({
    lock: async (_, work) => !isHeld && work().then(() => true),
    onceUnlocked: (_, run) => {
      free = run;
      return () => undefined;
    },
  });
  await page.send(ada, message('hello'));
  await settled();
  expect(sentWords(device)).toEqual([]);
  isHeld = false;
  free();
  await settled();
  expect(sentWords(device)).toEqual(['hello']);
});

test('other pages are notified of every change', async () => {
  const device = testDevice();
  const [a, b] = [device.page(), device.page()];
  let heard = 0;
  b.onChange(() => {
    heard += 1;
  });
  device.answers.push(lost);
  await a.send(ada, message('hello'));
  expect(heard).toBeGreaterThan(0);
});

test('a closed outbox sends nothing more', async () => {
  const { device, page } = storesOnly();
  await page.send(ada, message('hello'));
  device.session = ada;
  await page.close();
  await page.drain({ eager: true });
  await device.pass(10 * 60_000);
  expect(sentWords(device)).toEqual([]);
});
