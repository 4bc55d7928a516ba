import { expect, test } from 'vitest';
import { ada, message, sentWords, settled, testDevice } from './support.ts';

test('messages go out in the order they were written, whatever the clock says', async () => {
  const device = testDevice();
  device.session = null;
  const page = device.page();
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
