import { expect, test } from 'vitest';
import { kinds } from '../../src/outbox/kinds/index.ts';
import { type Echo, echoesAfter, echoesOf } from '../../src/outbox/queries/echoes.ts';
import { type KindName, kindOf, type OutboxRecord } from '../../src/outbox/records/record.ts';
import { ada, delivered, lost, message, settled, testDevice, testPage } from './support.ts';

test('a delivered message hides its echo at once, before the request has ended', async () => {
  const device = testDevice();
  device.answers.push(() => new Promise(() => undefined));
  const page = device.page();
  await page.send(ada, message('hello'));
  await page.send(ada, message('hello'));
  await settled();
  const records = await page.records(ada.uid);
  const [first] = records;
  const idempotencyKey = first?.clientId ?? '';
  const marks = (conversation: ReturnType<typeof delivered>[]) =>
    echoesOf('job-1', conversation, device.now, records).map(({ mark }) => mark);
  expect(marks([])).toEqual(['sending', 'waiting']);
  expect(marks([delivered('hello', 's1', { idempotencyKey })])).toEqual(['waiting']);
  // Equal words, of the same sender: another message.
  expect(marks([delivered('hello', 's1')])).toEqual(['sending', 'waiting']);
});

test('an accepted message shows as sent until a read that began later, and is then removed', async () => {
  const { device, page } = testPage();
  await page.send(ada, message('hello'));
  await settled();
  const records = await page.records(ada.uid);
  expect(echoesOf('job-1', [], device.now - 1, records).map(({ mark }) => mark)).toEqual(['sent']);
  expect(echoesOf('job-1', [], device.now + 1, records)).toEqual([]);
  await page.removeLinked(ada.uid, 'job-1', [{ idempotencyKey: records[0]?.clientId ?? '' }], device.now - 1);
  expect(await page.records(ada.uid)).toEqual([]);
});

test('an earlier message in the conversation is never taken for a later one with the same text', async () => {
  const { device, page } = testPage();
  const { clientId: idempotencyKey } = await page.send(ada, message('hello'));
  await settled();
  device.answers.push(() => new Promise(() => undefined));
  await page.send(ada, message('hello'));
  await settled();
  const conversation = [delivered('hello', 's1', { idempotencyKey })];
  const marks = async () =>
    echoesOf('job-1', conversation, device.now, await page.records(ada.uid)).map(({ mark }) => mark);
  expect(await marks()).toEqual(['sending']);
  await page.removeLinked(ada.uid, 'job-1', conversation, device.now);
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
    before: Echo[],
    here: typeof records,
    conversation = [delivered('old', 's0')],
    readBegunAt = 0,
  ) => echoesAfter(before, 'job-1', conversation, readBegunAt, here, page.discarded, device.now);
  const contents = (echoes: Echo[]) => echoes.map(({ record }) => record.payload.content);
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
  expect(
    contents(
      draw(
        gone,
        [],
        [delivered('old', 's0'), delivered('hello', 's1', { idempotencyKey: sending?.clientId ?? '' })],
      ),
    ),
  ).toEqual([]);
  expect(contents(draw(gone, [], undefined, device.now + 1))).toEqual([]);
  expect(contents(draw(first, sending ? [sending] : []))).toEqual(['hello']);
});

test('an echo whose record another window has deleted disappears, and reappears when the deletion is undone', async () => {
  const device = testDevice();
  device.answers.push(lost);
  const [page, other] = [device.page(), device.page()];
  await other.send(ada, message('hello'));
  await settled();
  let echoes: Echo[] = [];
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
  await other.restore(record, []);
  expect(await draw()).toEqual(['hello']);
  expect([...page.discarded, ...other.discarded]).toEqual([]);
});

test('a kind of entry that a read shows has one lane for each job, which no other such kind has', () => {
  const names = Object.keys(kinds) as KindName[];
  const posted = names
    .map((kind) => kindOf({ kind }))
    .filter((kind) => kind.staysUntilRead && !kind.isJobless);
  const anything = {} as OutboxRecord['payload'];
  const lanes = posted.map(({ lane }) =>
    ['one', 'another'].map((clientId) => lane({ jobId: 'job-1', clientId, payload: anything })),
  );
  for (const [one, another] of lanes) expect(another).toBe(one);
  expect(new Set(lanes.flat()).size).toBe(posted.length);
});
