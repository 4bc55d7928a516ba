import { expect, test } from 'vitest';
import { echoesOf } from '../../src/outbox/echoes.ts';
import { ada, delivered, held, lost, message, settled, testDevice } from './support.ts';

test('a delivered twin hides its echo at once, before the request has answered', async () => {
  const device = testDevice();
  device.answers.push(() => new Promise(() => undefined));
  const page = device.page();
  await page.send(ada, message('hello'));
  await page.send(ada, message('hello'));
  await settled();
  const records = await page.records(ada.uid);
  const marks = (conversation: ReturnType<typeof delivered>[]) =>
    echoesOf('job-1', conversation, device.now, records).map(({ mark }) => mark);
  expect(marks([])).toEqual(['sending', 'waiting']);
  expect(marks([delivered('hello', 's1')])).toEqual(['waiting']);
  expect(marks([delivered('hello', 's1', { fromUserId: 'bob@ev.test' })])).toEqual(['sending', 'waiting']);
});

test('where nobody had read the conversation, one’s own words from after the first try stand for the echo', async () => {
  const device = testDevice();
  device.answers.push(() => new Promise(() => undefined));
  const page = device.page();
  const { known: _, ...unread } = message('hello') as Extract<
    ReturnType<typeof message>,
    { kind: 'message' }
  >;
  await page.send(ada, unread);
  await settled();
  const [record] = await page.records(ada.uid);
  const at = (seconds: number, fromUserId = ada.email) => {
    const createdTimestamp = Math.floor(device.now / 1000) + seconds;
    const conversation = [delivered('hello', 's1', { createdTimestamp, fromUserId })];
    return echoesOf('job-1', conversation, device.now, record ? [record] : []).length;
  };
  expect(record).toMatchObject({ state: 'sending', baseline: null });
  expect(at(0)).toBe(0);
  expect(at(-60)).toBe(1);
  expect(at(0, 'bob@ev.test')).toBe(1);
});

test('a file name decides alone', async () => {
  const device = testDevice();
  device.answers.push(lost);
  const page = device.page();
  await page.send(ada, message('plan'), [held('plan.pdf', 'x')]);
  await settled();
  const records = await page.records(ada.uid);
  const name = records[0]?.files[0]?.name ?? '';
  const file = { link: '', fileName: name, contentType: '', size: 1 };
  const twin = delivered('normalised by the server', 's1', { fileAttachmentsInfo: { key: file } });
  expect(echoesOf('job-1', [twin], device.now, records)).toEqual([]);
});

test('an accepted message shows as sent until a reading that began later, and is then forgotten', async () => {
  const device = testDevice();
  const page = device.page();
  await page.send(ada, message('hello'));
  await settled();
  const records = await page.records(ada.uid);
  expect(echoesOf('job-1', [], device.now - 1, records).map(({ mark }) => mark)).toEqual(['sent']);
  expect(echoesOf('job-1', [], device.now + 1, records)).toEqual([]);
  await page.link(ada.uid, 'job-1', [{ communicationId: 's1' }], device.now - 1);
  expect(await page.records(ada.uid)).toEqual([]);
});

test('a message that went before, and is in the conversation, is never taken for one of the same words behind it', async () => {
  const device = testDevice();
  const page = device.page();
  await page.send(ada, message('hello'));
  await settled();
  device.answers.push(() => new Promise(() => undefined));
  await page.send(ada, message('hello'));
  await settled();
  const conversation = [delivered('hello', 's1')];
  const marks = async () =>
    echoesOf('job-1', conversation, device.now, await page.records(ada.uid)).map(({ mark }) => mark);
  expect(await marks()).toEqual(['sending']);
  await page.link(ada.uid, 'job-1', conversation, device.now);
  expect(await page.records(ada.uid)).toHaveLength(1);
  expect(await marks()).toEqual(['sending']);
});
