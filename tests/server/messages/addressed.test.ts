import { expect, test } from 'vitest';
import type { ResponseOf } from '../../../src/contract/calls.ts';
import { maxAddressedAtOnce } from '../../../src/contract/limits.ts';
import { mark, messageOf, newJob, send } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('messages that are marked with the one that answers them', (start) => {
  const server = start.forAll();

  function answer(as: PersonName, jobId: string, ids: readonly string[] | string, key?: string) {
    const addressed = typeof ids === 'string' ? ids : ids.join(',');
    const body = { ...messageOf(jobId, as, 'An answer'), 'evCommunication.addressed': addressed };
    return server.call('updateJob', { as, body: body as never, files: [], ...(key && { key }) });
  }

  async function conversation(jobId: string) {
    return (await server.call('conversation', { as: 'admin', params: { jobId } })).answer;
  }

  async function statuses(jobId: string) {
    return Object.fromEntries((await conversation(jobId)).map(({ content, status }) => [content, status]));
  }

  async function marksIn(jobId: string) {
    const { history } = (await server.call('job', { as: 'client', params: { jobId } })).answer;
    return history.flatMap(({ field, user, to }) => (field === 'messages' ? [`${user}: ${to}`] : []));
  }

  async function asked(count: number, as: PersonName = 'client') {
    const { jobId } = await newJob(server);
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      ids.push((await send(server, jobId, as, `Question ${n}`)).communicationId);
    }
    return { jobId, ids };
  }

  test('are addressed in its transaction, and the response, its job and its history say so', async () => {
    const { jobId, ids } = await asked(3);
    const reply = await answer('employee', jobId, ids.slice(0, 2));
    expect(reply.answer).toMatchObject({
      addressed: ids.slice(0, 2),
      communication: { content: 'An answer' },
      job: { newMessages: 1 },
    });
    expect(reply.answer.job.history[0]).toMatchObject({
      field: 'messages',
      user: people.employee.email,
      to: 'Marked 2 messages as addressed',
    });
    expect(await statuses(jobId)).toEqual({
      'Question 0': 'ADDRESSED',
      'Question 1': 'ADDRESSED',
      'Question 2': 'NEW',
      'An answer': 'NEW',
    });
  });

  test('are marked once when the request comes twice, also after another change of their status', async () => {
    const { jobId, ids } = await asked(2);
    const first = await answer('employee', jobId, ids, `key ${jobId}`);
    await mark(server, 'admin', jobId, ids[0] ?? '', 'NEW');
    const again = await answer('employee', jobId, ids, `key ${jobId}`);
    expect(again.answer.communication).toEqual(first.answer.communication);
    expect(again.answer.addressed).toEqual(ids);
    expect(await statuses(jobId)).toMatchObject({ 'Question 0': 'NEW', 'Question 1': 'ADDRESSED' });
    expect(await conversation(jobId)).toHaveLength(3);
    expect(await marksIn(jobId)).toEqual([
      'ada@ev.test: Marked 1 message as new',
      'emil@ev.test: Marked 2 messages as addressed',
    ]);
    const other = await answer('employee', jobId, ids.slice(1), `key ${jobId}`);
    expect(other.code).toBe('key-reused');
  });

  test('stay as they are where they are addressed already, which another device may have done', async () => {
    const { jobId, ids } = await asked(2);
    await mark(server, 'admin', jobId, ids[0] ?? '');
    const repeated = [...ids, ...ids];
    expect((await answer('employee', jobId, repeated)).answer.addressed).toEqual(repeated);
    expect(await marksIn(jobId)).toEqual([
      'emil@ev.test: Marked 1 message as addressed',
      'ada@ev.test: Marked 1 message as addressed',
    ]);
    await answer('employee', jobId, ids);
    expect(await marksIn(jobId)).toHaveLength(2);
  });

  test.each<[string, (what: Record<string, string>) => string[]]>([
    ['that does not exist', () => ['nothing']],
    ['of another job', ({ ofOtherJob = '' }) => [ofOtherJob]],
    ['of another job beside one of this', ({ question = '', ofOtherJob = '' }) => [question, ofOtherJob]],
    ['of the sender’s own side', ({ fromStaff = '' }) => [fromStaff]],
  ])('are refused with one %s, and nothing is sent or marked', async (_, idsOf) => {
    const { jobId, ids } = await asked(1);
    const other = await asked(1);
    const fromStaff = (await send(server, jobId, 'admin', 'From us')).communicationId;
    const what = { question: ids[0] ?? '', ofOtherJob: other.ids[0] ?? '', fromStaff };
    const reply = await answer('employee', jobId, idsOf(what));
    expect([reply.status, reply.code, reply.failure?.errorMessage]).toEqual([
      404,
      'not-found',
      'This doesn’t exist, or you don’t have access to it.',
    ]);
    expect(await statuses(jobId)).toEqual({ 'Question 0': 'NEW', 'From us': 'NEW' });
    expect(await statuses(other.jobId)).toEqual({ 'Question 0': 'NEW' });
    expect(await marksIn(jobId)).toEqual([]);
  });

  test('are those of staff where a client answers, never another client’s or their own', async () => {
    const { jobId, ids } = await asked(1, 'employee');
    const own = (await send(server, jobId, 'client', 'From me')).communicationId;
    const foreign = await newJob(server, {}, { as: 'otherClient' });
    const canary = await send(server, foreign.jobId, 'employee', 'Canary to another client');
    expect((await answer('client', jobId, [own])).code).toBe('not-found');
    expect((await answer('client', jobId, [canary.communicationId])).code).toBe('not-found');
    expect((await answer('client', foreign.jobId, [canary.communicationId])).code).toBe('not-found');
    expect((await answer('client', jobId, [...ids, canary.communicationId])).code).toBe('not-found');
    expect((await answer('client', jobId, ids)).answer.addressed).toEqual(ids);
    expect(await statuses(foreign.jobId)).toEqual({ 'Canary to another client': 'NEW' });
  });

  test.each([
    ['nothing', ''],
    ['spaces', 'a b'],
    ['an end without an id', 'a,'],
    ['too many', Array.from({ length: maxAddressedAtOnce + 1 }, (_, n) => `m${n}`).join(',')],
    ['a very long id', 'a'.repeat(61)],
  ])('are refused as %s', async (_, ids) => {
    const { jobId } = await asked(1);
    expect((await answer('employee', jobId, ids)).code).toBe('invalid');
    expect(await statuses(jobId)).toEqual({ 'Question 0': 'NEW' });
  });

  test('reach other screens as a change of their job', async () => {
    const { jobId, ids } = await asked(1);
    const { cursor } = (await server.call('events', { as: 'client', body: { cursor: null } })).answer;
    await answer('employee', jobId, ids);
    const { events } = (await server.call('events', { as: 'client', body: { cursor } })).answer;
    expect(events).toContainEqual({ kind: 'job', jobId });
    expect(events.map(({ kind }) => kind)).toContain('message');
  });

  test('are one entry of the history when one user marks several in a row, and change no version', async () => {
    const { jobId, ids } = await asked(3);
    const [one = '', two = '', three = ''] = ids;
    const version = async () => (await server.call('job', { as: 'admin', params: { jobId } })).answer.version;
    const before = await version();
    await mark(server, 'employee', jobId, one);
    await mark(server, 'employee', jobId, two);
    await mark(server, 'employee', jobId, two);
    expect(await marksIn(jobId)).toEqual(['emil@ev.test: Marked 2 messages as addressed']);
    await mark(server, 'employee', jobId, two, 'NEW');
    await mark(server, 'admin', jobId, two);
    server.clock.advance(600);
    await mark(server, 'admin', jobId, three);
    expect(await marksIn(jobId)).toEqual([
      'ada@ev.test: Marked 1 message as addressed',
      'ada@ev.test: Marked 1 message as addressed',
      'emil@ev.test: Marked 1 message as new',
      'emil@ev.test: Marked 2 messages as addressed',
    ]);
    expect(await version()).toBe(before);
  });

  test('do not make an open form stale', async () => {
    const { jobId, ids } = await asked(1);
    const { answer: job } = await server.call('job', { as: 'employee', params: { jobId } });
    await answer('admin', jobId, ids);
    const body = {
      evJobId: jobId,
      jobUpdateUser: people.employee.email,
      version: job.version,
      project: 'New',
    };
    const reply = await server.call('updateJob', { as: 'employee', body: body as never });
    expect((reply.answer as ResponseOf<'updateJob'>).job.project).toBe('New');
  });

  test('and messages that are sent and marked at the same time do not wait for each other for ever', async () => {
    const { jobId, ids } = await asked(8);
    const all = ids.flatMap((id) => [mark(server, 'admin', jobId, id), answer('employee', jobId, [id])]);
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(Object.values(await statuses(jobId)).filter((status) => status === 'ADDRESSED')).toHaveLength(8);
  });
});
