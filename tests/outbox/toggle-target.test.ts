import { expect, test } from 'vitest';
import { ada, lost, sentWords, settled, statesOf, testDevice, toggle } from './support.ts';

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
