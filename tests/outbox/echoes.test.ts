import { expect, test } from 'vitest';
import { echoesAfter, echoesOf } from '../../src/outbox/records/echoes.ts';
import { ada, copiedFile, delivered, lost, message, settled, testDevice } from './support.ts';

test('a delivered message hides its echo at once, before the request has ended', async () => {
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

test('in an unread conversation, an own message with equal text from after the first try hides the echo', async () => {
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

test('an equal file name is enough to hide an echo', async () => {
  const device = testDevice();
  device.answers.push(lost);
  const page = device.page();
  await page.send(ada, message('plan'), [copiedFile('plan.pdf', 'x')]);
  await settled();
  const records = await page.records(ada.uid);
  const name = records[0]?.files[0]?.name ?? '';
  const file = { link: '', fileName: name, contentType: '', size: 1 };
  const twin = delivered('normalised by the server', 's1', { fileAttachmentsInfo: { key: file } });
  expect(echoesOf('job-1', [twin], device.now, records)).toEqual([]);
});

test('an accepted message shows as sent until a read that began later, and is then removed', async () => {
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

test('an earlier message in the conversation is never taken for a later one with the same text', async () => {
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

test('an echo whose record another window has removed stays until this window has the message', async () => {
  const device = testDevice();
  device.answers.push(() => new Promise(() => undefined));
  const page = device.page();
  await page.send(ada, message('hello'));
  await page.send(ada, message('later'));
  await settled();
  const records = await page.records(ada.uid);
  const draw = (
    before: ReturnType<typeof echoesOf>,
    here: typeof records,
    conversation = [delivered('old', 's0')],
    readBegunAt = 0,
  ) => echoesAfter(before, 'job-1', conversation, readBegunAt, here, page.discarded, device.now);
  const contents = (echoes: ReturnType<typeof echoesOf>) =>
    echoes.map(({ record }) => record.payload.content);
  const first = draw([], records);
  expect(contents(first)).toEqual(['hello', 'later']);
  const [sending, waiting] = records;
  expect([sending?.state, waiting?.state]).toEqual(['sending', 'queued']);

  const gone = draw(first, waiting ? [waiting] : []);
  expect(contents(gone)).toEqual(['hello', 'later']);
  expect(gone[0]?.mark).toBe('sent');
  // A busy window may have missed the sending.
  expect(contents(draw(first, sending ? [sending] : []))).toEqual(['hello', 'later']);
  await page.discard(ada.uid, waiting?.clientId ?? '');
  expect(contents(draw(gone, [], [delivered('old', 's0'), delivered('hello', 's1')]))).toEqual([]);
  expect(contents(draw(gone, [], undefined, device.now + 1))).toEqual([]);
  expect(contents(draw(first, sending ? [sending] : []))).toEqual(['hello']);
});

test('an echo whose record another window has deleted disappears, and reappears when the deletion is undone', async () => {
  const device = testDevice();
  device.answers.push(lost);
  const [page, other] = [device.page(), device.page()];
  await other.send(ada, message('hello'));
  await settled();
  let echoes: ReturnType<typeof echoesOf> = [];
  const draw = async () => {
    const records = await page.records(ada.uid);
    echoes = echoesAfter(echoes, 'job-1', [], 0, records, page.discarded, device.now);
    return echoes.map(({ record }) => record.payload.content);
  };
  expect(await draw()).toEqual(['hello']);
  const [record] = await other.records(ada.uid);
  if (!record) throw new Error('Nothing was enqueued');
  await other.discard(ada.uid, record.clientId);
  expect(await draw()).toEqual([]);
  await other.putBack(record, []);
  expect(await draw()).toEqual(['hello']);
  expect([...page.discarded, ...other.discarded]).toEqual([]);
});
