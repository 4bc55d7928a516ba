import { expect, test } from 'vitest';
import { echoNews } from '../../../src/features/chat/messages/echoNews.ts';
import { echoesOf } from '../../../src/outbox/queries/echoes.ts';
import { ada, message, settled, testDevice } from '../../outbox/support.ts';

async function waitingEcho() {
  const device = testDevice();
  device.answers.push(() => new Promise(() => undefined));
  const page = device.page();
  await page.send(ada, message('first'));
  await page.send(ada, message('second'));
  await settled();
  const [, second] = echoesOf('job-1', [], 0, await page.records(ada.uid));
  if (second?.mark !== 'waiting') throw new Error('the second message is not waiting');
  return second;
}

test('a message is announced as sent even if the window never saw it being sent', async () => {
  const echo = await waitingEcho();
  const conversation = [{ idempotencyKey: echo.record.clientId }];
  expect(echoNews([echo], [], conversation)).toEqual(['Sent: second']);
  expect(echoNews([echo], [echo], [])).toEqual([]);
  expect(echoNews([], [], conversation)).toEqual([]);
  // It was announced when it was accepted.
  expect(echoNews([echo], [{ ...echo, mark: 'sent' }], [])).toEqual(['Sent: second']);
  expect(echoNews([{ ...echo, mark: 'sent' }], [], conversation)).toEqual([]);
});

test('a deleted message is not announced', async () => {
  expect(echoNews([await waitingEcho()], [], [{ idempotencyKey: 'another' }])).toEqual([]);
});

test('a refused message is announced once', async () => {
  const echo = await waitingEcho();
  const refused = { ...echo, mark: 'not-sent' as const };
  expect(echoNews([echo], [refused], [])).toHaveLength(1);
  expect(echoNews([refused], [refused], [])).toEqual([]);
});
