import { expect, test } from 'vitest';
import { ada, delivered, lost, sentWords, settled, statesOf, testDevice, toggle } from './support.ts';

test('only the last of several unsent marks of a message is sent', async () => {
  const device = testDevice();
  device.session = null;
  const page = device.page();
  await page.send(ada, toggle('ADDRESSED'));
  await page.send(ada, toggle('NEW'));
  await page.send(ada, toggle('ADDRESSED'));
  await page.send(ada, toggle('ADDRESSED'));
  expect(await statesOf(page)).toEqual([['ADDRESSED', 'queued']]);
  device.session = ada;
  await page.drain();
  expect(sentWords(device)).toEqual(['ADDRESSED']);
  expect(await statesOf(page)).toEqual([]);
});

test('a mark that may have arrived is settled before the next is sent, so that it cannot undo it later', async () => {
  const device = testDevice();
  device.answers.push(lost);
  const page = device.page();
  await page.send(ada, toggle('ADDRESSED'));
  await settled();
  await page.send(ada, toggle('NEW'));
  await settled();
  expect(sentWords(device)).toEqual(['ADDRESSED', 'ADDRESSED', 'NEW']);
});

test('a mark that a backend without keys has made is not made again by a page killed after it was found', async () => {
  const device = testDevice();
  device.honoursKeys = false;
  device.conversation = [delivered('marked', 'm-1', { status: 'ADDRESSED' })];
  device.answers.push(lost);
  const page = device.page();
  await page.send(ada, toggle('ADDRESSED'));
  await settled();
  expect(await statesOf(page)).toEqual([['ADDRESSED', 'uncertain']]);
  // After each transaction that could be the page's last.
  const seen: unknown[] = [];
  const write = page.db.write.bind(page.db);
  page.db.write = async (...args) => {
    const result = await write(...args);
    seen.push(...(await statesOf(page)));
    return result;
  };
  await device.pass(60_000);
  expect(await statesOf(page)).toEqual([]);
  expect(seen.filter((state) => JSON.stringify(state) !== '["ADDRESSED","uncertain"]')).toEqual([]);
});
