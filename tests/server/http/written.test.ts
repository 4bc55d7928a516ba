import { beforeAll, expect, test } from 'vitest';
import { maxWrittenAgoSeconds, writtenHeader } from '../../../src/contract/writtenTime.ts';
import { jobReport, messageOf, newJob } from '../../support/server/jobs.ts';
import { onOneDatabase, startOfTime } from '../../support/server/server.ts';

onOneDatabase('the time at which a message was written', (start) => {
  const server = start.forAll();
  let jobId = '';
  beforeAll(async () => {
    jobId = (await newJob(server)).jobId;
  });

  const nowSeconds = () => Math.floor(server.clock.nowMs / 1000);

  async function send(content: string, secondsAgo?: string, key?: string) {
    const { communication } = (
      await server.call('updateJob', {
        as: 'client',
        body: messageOf(jobId, 'client', content),
        files: [],
        ...(key && { key }),
        ...(secondsAgo !== undefined && { headers: { [writtenHeader]: secondsAgo } }),
      })
    ).answer;
    return communication;
  }

  test('stands beside the server’s, in the response, the conversation, the inbox and the live event', async () => {
    const { cursor } = (await server.call('events', { as: 'employee', body: { cursor: null } })).answer;
    const sent = await send('In the basement', '18480');
    expect(sent).toMatchObject({
      createdTimestamp: nowSeconds(),
      writtenTimestamp: nowSeconds() - 18_480,
    });
    const conversation = await server.call('conversation', { as: 'employee', params: { jobId } });
    expect(conversation.answer.at(-1)).toEqual(sent);
    const inbox = await server.call('allMessages', { as: 'employee', body: { username: 'emil@ev.test' } });
    expect(inbox.answer.items[0]).toMatchObject({ writtenTimestamp: nowSeconds() - 18_480 });
    const { answer } = await server.call('events', { as: 'employee', body: { cursor } });
    expect(answer.events).toContainEqual({ kind: 'message', jobId, message: sent });
  });

  test('orders nothing', async () => {
    const contents = ['Written third', 'Written second', 'Written first'];
    for (const [at, content] of contents.entries()) await send(content, String(100 * (at + 1)));
    const { answer } = await server.call('conversation', { as: 'client', params: { jobId } });
    expect(answer.slice(-3).map(({ content }) => content)).toEqual(contents);
  });

  test('is that of the first request when a request is repeated under its key', async () => {
    const first = await send('Once', '60', 'a key');
    server.clock.advance(600);
    expect(await send('Once', '660', 'a key')).toEqual(first);
    expect(await send('Once', '1', 'a key')).toEqual(first);
  });

  test.each([
    ['nothing', undefined],
    ['a time in the future', '-60'],
    ['no number', 'NaN'],
    ['a fraction', '1.5'],
    ['an exponent', '1e3'],
    ['a hexadecimal number', '0x10'],
    ['spaces', '1 0'],
    ['two numbers', '60, 60'],
    ['a date', '2026-11-21T09:02:00Z'],
    ['a huge number', '9'.repeat(400)],
    ['more than a year', String(maxWrittenAgoSeconds + 1)],
    ['a moment before 1970', String(startOfTime / 1000 + 1)],
  ])('is not stored, and the message is, where the device says %s', async (_, secondsAgo) => {
    const sent = await send('Whatever the clock says', secondsAgo);
    expect(sent?.createdTimestamp).toBe(nowSeconds());
    expect(sent).not.toHaveProperty('writtenTimestamp');
  });

  test('is stored where the device says a year', async () => {
    const sent = await send('From last year', String(maxWrittenAgoSeconds));
    expect(sent?.writtenTimestamp).toBe(nowSeconds() - maxWrittenAgoSeconds);
  });

  test('is also that of the note of a new job', async () => {
    const reply = await server.call('reportJob', {
      as: 'client',
      body: jobReport({ message: 'From the roof' }),
      headers: { [writtenHeader]: '3600' },
    });
    const params = { jobId: reply.answer.jobId };
    const { answer } = await server.call('conversation', { as: 'client', params });
    expect(answer).toMatchObject([{ content: 'From the roof', writtenTimestamp: nowSeconds() - 3600 }]);
  });
});
