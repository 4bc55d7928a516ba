import { expect, test } from 'vitest';
import type { MessageStatus } from '../../../src/contract/enums.ts';
import { jobUpdate, mark, newJob, send } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('whose turn it is', (start) => {
  const server = start.forAll();

  async function marked(jobId: string, message: string, status?: MessageStatus) {
    expect((await mark(server, 'admin', jobId, message, status)).status).toBe(200);
  }

  /** As every message of the job says it; all say the same. */
  async function turnOf(jobId: string, as: PersonName = 'employee') {
    const body = { username: people[as].email };
    const { items } = (await server.call('allMessages', { as, body })).answer;
    const turns = new Set(items.filter((item) => item.jobId === jobId).map(({ turn }) => turn));
    expect(turns.size).toBe(1);
    return [...turns][0];
  }

  test('alternates with the messages', async () => {
    const { jobId } = await newJob(server);
    await send(server, jobId, 'client', 'A question');
    expect(await turnOf(jobId)).toBe('EV');
    expect(await turnOf(jobId, 'client')).toBe('EV');
    await send(server, jobId, 'employee', 'An answer');
    expect(await turnOf(jobId)).toBe('CLIENT');
    await send(server, jobId, 'admin', 'And one more thing');
    expect(await turnOf(jobId)).toBe('CLIENT');
    await send(server, jobId, 'client', 'Thanks');
    expect(await turnOf(jobId)).toBe('EV');
  });

  test('is nobody’s once the latest messages are addressed, whatever the status of older ones', async () => {
    const { jobId } = await newJob(server);
    await send(server, jobId, 'client', 'A question, left new');
    const answer = await send(server, jobId, 'employee', 'An answer');
    await marked(jobId, answer.communicationId);
    expect(await turnOf(jobId)).toBe('NOBODY');
    await marked(jobId, answer.communicationId, 'NEW');
    expect(await turnOf(jobId)).toBe('CLIENT');
  });

  test('stays while any message since the other side’s last one is new', async () => {
    const { jobId } = await newJob(server);
    await send(server, jobId, 'employee', 'Hello');
    const question = await send(server, jobId, 'client', 'A question');
    const more = await send(server, jobId, 'client', 'By the way');
    await marked(jobId, more.communicationId);
    expect(await turnOf(jobId)).toBe('EV');
    await marked(jobId, question.communicationId);
    expect(await turnOf(jobId)).toBe('NOBODY');
  });

  test('comes with the job’s assignee', async () => {
    const job = await newJob(server, { message: 'To nobody yet' });
    const body = jobUpdate(job, 'employee', { assignedTo: people.otherEmployee.email });
    await server.call('updateJob', { as: 'employee', body });
    const inbox = { username: people.client.email };
    const { items } = (await server.call('allMessages', { as: 'client', body: inbox })).answer;
    expect(items.find(({ jobId }) => jobId === job.jobId)?.assignedTo).toBe(people.otherEmployee.email);
  });

  test('is listed by the longest wait first, page by page, on request', async () => {
    const own = await start();
    const { jobId } = await newJob(own);
    for (let n = 0; n < 30; n += 1) await send(own, jobId, 'client', `Message ${n}`);
    const body = { username: people.employee.email, status: 'NEW', toMe: true, order: 'oldest' } as const;
    const first = (await own.call('allMessages', { as: 'employee', body })).answer;
    const startAfter = first.startAfter ?? '';
    const rest = (await own.call('allMessages', { as: 'employee', body: { ...body, startAfter } })).answer;
    const contents = [...first.items, ...rest.items].map(({ content }) => content);
    expect(contents).toEqual(Array.from({ length: 30 }, (_, n) => `Message ${n}`));
    expect(rest.startAfter).toBeNull();
  });
});
