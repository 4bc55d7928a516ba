import { beforeAll, describe, expect, it } from 'vitest';
import { maxResponseBytes } from '../../../server/http/callCosts.ts';
import { openWriteQuota } from '../../../server/writes/writeQuota.ts';
import { earlierThan } from '../../../src/contract/calls.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { registrationOf } from '../../support/server/invitations.ts';
import { messageOf, newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

onOneDatabase('a conversation of many long messages', (start) => {
  let server: TestServer;
  let jobId: string;
  const count = 400;
  beforeAll(async () => {
    server = await start();
    jobId = (await newJob(server)).jobId;
    await server.db.query(
      `insert into messages (communication_id, job_id, content, status, from_user, from_user_type, created)
        select 'long-' || n, $1, n || ' ' || repeat('字', 10000 - 10), 'NEW', $2, 'CLIENT', n
        from generate_series(1, ${count}) n`,
      [jobId, people.client.email],
    );
  });

  async function read(search: Record<string, string> = {}) {
    const query = new URLSearchParams(search);
    const answer = await server.app.inject({
      url: `/api/jobs/${jobId}/communication?${query}`,
      headers: { authorization: `Bearer ${server.token('employee')}` },
    });
    expect(answer.statusCode).toBe(200);
    return { bytes: answer.rawPayload.length, messages: answer.json().body as Message[] };
  }

  it('comes in responses below 5 MB, the newest first, without gaps or repetitions', async () => {
    const all: Message[] = [];
    let search = {};
    for (let more = true; more; ) {
      const { bytes, messages } = await read(search);
      expect(bytes).toBeLessThan(maxResponseBytes);
      all.unshift(...messages);
      const [first] = messages;
      more = first?.earlier === true;
      search = earlierThan(first?.sequence ?? 0);
      expect(messages.slice(1).some(({ earlier }) => earlier)).toBe(false);
    }
    expect(all.map(({ communicationId }) => communicationId)).toEqual(
      Array.from({ length: count }, (_, index) => `long-${index + 1}`),
    );
  });

  it('that is short comes as a whole, without a mark of earlier messages', async () => {
    const { jobId: other } = await newJob(server, { message: 'One' });
    const answer = (await server.call('conversation', { as: 'client', params: { jobId: other } })).answer;
    expect(answer.map(({ content, earlier }) => [content, earlier])).toEqual([['One', undefined]]);
  });

  it('is refused from an invalid position', async () => {
    const url = `/api/jobs/${jobId}/communication?before=x`;
    const headers = { authorization: `Bearer ${server.token('employee')}` };
    expect((await server.app.inject({ url, headers })).json()).toMatchObject({ code: 'bad-cursor' });
  });

  it('makes pages of the inbox shorter, not longer than a response may be', async () => {
    const { items, startAfter } = (
      await server.call('allMessages', { as: 'employee', body: { username: people.employee.email } })
    ).answer;
    expect(items.length).toBe(25);
    expect(startAfter).not.toBeNull();
  });

  it('is read again instead of event by event after missing that much', async () => {
    const { cursor } = (await server.call('events', { as: 'client', body: { cursor: null } })).answer;
    await server.db.query(
      `insert into events (created, kind, actor, job_id, communication_id, for_user, detail)
        select 1, 'message', $2, $1, 'long-' || n, $2, '{}' from generate_series(1, 200) n`,
      [jobId, people.client.email],
    );
    const { response, answer } = await server.call('events', { as: 'client', body: { cursor } });
    expect(response.rawPayload.length).toBeLessThan(maxResponseBytes);
    expect(answer).toMatchObject({ missed: true, events: [] });
  });
});

onOneDatabase('the write quota of a user', (start) => {
  it('is 10 MB an hour; then there is a message with a time to wait, and other users go on', async () => {
    const server = await start({ rateLimit: {} });
    const { jobId } = await newJob(server);
    const body = messageOf(jobId, 'client', 'x');
    const send = (as: 'client' | 'admin') =>
      server.app.inject({
        method: 'POST',
        url: '/api/jobs/update',
        headers: { authorization: `Bearer ${server.token(as)}`, 'content-type': 'application/json' },
        payload: JSON.stringify(as === 'client' ? body : messageOf(jobId, 'admin', 'y')).padEnd(280_000),
      });
    let refused = await send('client');
    for (let count = 0; count < 40 && refused.statusCode === 200; count += 1) refused = await send('client');
    expect(refused.json()).toEqual({
      code: 'rate-limited',
      errorMessage: 'You’ve sent more than EV Jobs can accept right now. Try again later.',
    });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('3600');
    expect((await send('admin')).statusCode).toBe(200);
    server.clock.advance(3601);
    expect((await send('client')).statusCode).toBe(200);
  });

  it('counts sign-ups too, each of which replaces the one before', async () => {
    const server = await start({ rateLimit: { guesses: 1000 } });
    const person = { email: 'guest@ev.test', uid: 'uid-guest', verified: false };
    const body = registrationOf(person.email);
    const send = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/users/sign-up',
        headers: { authorization: `Bearer ${server.tokenOf(person)}`, 'content-type': 'application/json' },
        payload: JSON.stringify(body).padEnd(32_000),
      });
    let count = 0;
    while (count < 400 && (await send()).statusCode === 200) count += 1;
    expect(count).toBe(Math.floor((10 * 1024 * 1024) / 32_000));
  });
});

describe('the write quota', () => {
  it('is not reached by 200 messages of maximum length, nor by 2,000 short ones', () => {
    const quota = openWriteQuota(() => 0);
    for (let count = 0; count < 200; count += 1) quota.spend('long', 30_500);
    for (let count = 0; count < 2000; count += 1) quota.spend('short', 600);
    expect(() => {
      for (let count = 0; count < 2000; count += 1) quota.spend('long', 30_500);
    }).toThrow('sent more than EV Jobs can accept');
  });
});
