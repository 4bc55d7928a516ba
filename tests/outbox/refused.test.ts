import { expect, test } from 'vitest';
import { sendStateOf, sendStateText } from '../../src/outbox/kinds/sendState.ts';
import {
  ada,
  copiedFile,
  lost,
  message,
  refusedWith,
  sentWords,
  settled,
  statesOf,
  storesOnly,
  testDevice,
} from './support.ts';

async function withRefused() {
  const device = testDevice();
  device.answers.push(refusedWith(422, 'invalid'));
  const page = device.page();
  const first = await page.send(ada, message('first'));
  await settled();
  await page.send(ada, message('second'));
  await page.send(ada, message('elsewhere', 'job-2'));
  await settled();
  return { device, page, first };
}

test('a refused message blocks its own job only', async () => {
  const { device, page } = await withRefused();
  expect(sentWords(device)).toEqual(['first', 'elsewhere']);
  expect(await statesOf(page)).toEqual([
    ['first', 'failed'],
    ['second', 'queued'],
    ['elsewhere', 'acked'],
  ]);
});

const draft = { owner: ada.email, form: 'chat:job-1', rest: () => ({ content: { text: '' }, files: [] }) };

test('a retry sends the refused message under its key, and the later ones follow', async () => {
  const { device, page, first } = await withRefused();
  await page.retry(ada.uid, first.clientId);
  await settled();
  expect(sentWords(device)).toEqual(['first', 'elsewhere', 'first', 'second']);
  expect(device.sent[2]?.record.clientId).toBe(first.clientId);
});

test('deleting a refused message unblocks the next one', async () => {
  const { device, page, first } = await withRefused();
  await page.discard(ada.uid, first.clientId);
  await settled();
  expect(sentWords(device)).toEqual(['first', 'elsewhere', 'second']);
});

test('a message that is being sent can be neither taken back nor deleted', async () => {
  const device = testDevice();
  device.answers.push(() => new Promise(() => undefined));
  const page = device.page();
  const record = await page.send(ada, message('hello'));
  await settled();
  await expect(page.discard(ada.uid, record.clientId)).rejects.toMatchObject({ code: 'being-sent' });
  await expect(page.returnToDraft(ada.uid, record.clientId, draft)).rejects.toMatchObject({
    code: 'being-sent',
  });
  await expect(page.retry('bob', record.clientId)).rejects.toMatchObject({ code: 'gone' });
});

test('a message that may have arrived cannot be taken back, because it would be sent a second time', async () => {
  const device = testDevice();
  device.answers.push(lost);
  const page = device.page();
  const record = await page.send(ada, message('hello'));
  await settled();
  await expect(page.returnToDraft(ada.uid, record.clientId, draft)).rejects.toMatchObject({
    code: 'being-sent',
  });
});

test('messages of one job are sent in the order they were written, and jobs side by side', async () => {
  const { device, page } = storesOnly();
  for (const n of [1, 2, 3]) for (const job of ['a', 'b']) await page.send(ada, message(`${job}${n}`, job));
  device.session = ada;
  await page.drain();
  expect(sentWords(device).filter((words) => words.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
  expect(sentWords(device).filter((words) => words.startsWith('b'))).toEqual(['b1', 'b2', 'b3']);
  expect(sentWords(device).slice(0, 2).sort()).toEqual(['a1', 'b1']);
});

test('Retry-After is respected by every drain', async () => {
  const device = testDevice();
  const { ApiError } = await import('../../src/api/ApiError.ts');
  device.answers.push(async () => {
    throw new ApiError('rate-limited', undefined, { retryAfterMs: 30_000 });
  });
  const page = device.page();
  await page.send(ada, message('hello'));
  await settled();
  await page.drain({ eager: true });
  expect(sentWords(device)).toEqual(['hello']);
  await device.pass(31_000);
  expect(sentWords(device)).toEqual(['hello', 'hello']);
});

test.each([
  ['large', 'is refused as too large', 256 * 1024, 'failed'],
  ['small', 'is retried until it arrives', 4 * 1024, 'acked'],
] as const)(
  'a %s file whose upload breaks off three times while the backend answers %s',
  async (_, __, bytes, state) => {
    const device = testDevice();
    for (let n = 0; n < 3; n += 1) device.answers.push(refusedWith(0, 'content-too-large'));
    const page = device.page();
    await page.send(ada, message('hello'), [copiedFile('plan.pdf', 'x'.repeat(bytes))]);
    for (let n = 0; n < 6; n += 1) await device.pass(5 * 60_000);
    expect(await statesOf(page)).toEqual([['hello', state]]);
  },
);

test.each(['not-approved', 'no-profile'])(
  'what was refused because the account is “%s” waits, and goes on when it may be accepted',
  async (code) => {
    const device = testDevice();
    device.answers.push(refusedWith(403, code));
    const page = device.page();
    await page.send(ada, message('first'));
    await settled();
    const [first] = await page.records(ada.uid);
    if (!first) throw new Error('The message is gone.');
    expect(sendStateOf(first)).toBe('waiting');
    expect(sendStateText(first, [first], device.now / 1000)).toBe('Waiting to send');

    await device.pass(24 * 60 * 60_000);
    expect(sentWords(device)).toEqual(['first']);
    // One try for each event: the account is still refused.
    device.answers.push(refusedWith(403, code));
    await page.drain({ eager: true });
    await settled();
    expect(sentWords(device)).toEqual(['first', 'first']);

    await page.send(ada, message('second'));
    await settled();
    expect(sentWords(device)).toEqual(['first', 'first', 'first', 'second']);
    expect(device.sent[2]?.record.clientId).toBe(first.clientId);
  },
);

test('what was refused for itself does not go on with any event', async () => {
  const { device, page } = await withRefused();
  await page.drain({ eager: true });
  await page.send(ada, message('third'));
  await settled();
  expect(sentWords(device)).toEqual(['first', 'elsewhere']);
});
