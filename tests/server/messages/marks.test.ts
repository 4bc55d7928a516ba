import { expect, test } from 'vitest';
import type { MessageStatus } from '../../../src/contract/enums.ts';
import { mark, newJob, send, updateJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('a message’s status', (start) => {
  const server = start.forAll();

  async function newMessages(as: PersonName, jobId: string) {
    return (await server.call('job', { as, params: { jobId } })).answer.newMessages;
  }

  test('is set as requested, and a repeat changes nothing', async () => {
    const { jobId } = await newJob(server);
    const message = await send(server, jobId, 'employee', 'Please look');
    for (const status of ['ADDRESSED', 'ADDRESSED', 'NEW', 'NEW', 'ADDRESSED'] as const) {
      const reply = await mark(server, 'client', jobId, message.communicationId, status);
      expect(reply.answer).toEqual({ ...message, status });
    }
    const [kept] = (await server.call('conversation', { as: 'client', params: { jobId } })).answer;
    expect(kept?.status).toBe('ADDRESSED');
  });

  test('is set by clients on messages addressed to them only, by staff on any', async () => {
    const { jobId } = await newJob(server);
    const fromClient = await send(server, jobId, 'client', 'To staff');
    const toClient = await send(server, jobId, 'employee', 'To the client');
    expect((await mark(server, 'client', jobId, fromClient.communicationId, 'ADDRESSED')).code).toBe(
      'forbidden',
    );
    expect((await mark(server, 'otherClient', jobId, toClient.communicationId, 'ADDRESSED')).code).toBe(
      'not-found',
    );
    expect((await mark(server, 'client', jobId, toClient.communicationId, 'ADDRESSED')).code).toBe('');
    expect((await mark(server, 'otherEmployee', jobId, fromClient.communicationId, 'ADDRESSED')).code).toBe(
      '',
    );
    expect((await mark(server, 'admin', jobId, toClient.communicationId, 'NEW')).code).toBe('');
  });

  test('of an unknown message, of another job’s, or in another’s name is not found', async () => {
    const { jobId } = await newJob(server);
    const other = await newJob(server);
    const { communicationId } = await send(server, jobId, 'employee', 'Hi');
    expect((await mark(server, 'client', jobId, 'nothing', 'NEW')).code).toBe('not-found');
    expect((await mark(server, 'client', other.jobId, communicationId, 'NEW')).code).toBe('not-found');
    const body = {
      evCommunicationId: communicationId,
      jobId,
      status: 'NEW' as const,
      userName: people.admin.email,
    };
    expect((await server.call('markMessage', { as: 'client', body })).code).toBe('not-found');
  });

  test('must be one of the two', async () => {
    const body = {
      evCommunicationId: 'a',
      jobId: 'b',
      status: 'READ' as 'NEW',
      userName: people.client.email,
    };
    const reply = await server.call('markMessage', { as: 'client', body });
    expect(reply.failure).toMatchObject({
      code: 'invalid',
      field: 'status',
      errorMessage: 'Status must be either new or addressed',
    });
  });

  test('counts as new for its recipient only until it is addressed', async () => {
    const { jobId } = await newJob(server);
    await send(server, jobId, 'client', 'One');
    const two = await send(server, jobId, 'client', 'Two');
    const answer = await send(server, jobId, 'employee', 'Answer');
    expect(await newMessages('client', jobId)).toBe(1);
    expect(await newMessages('employee', jobId)).toBe(2);
    await mark(server, 'employee', jobId, two.communicationId, 'ADDRESSED');
    expect(await newMessages('client', jobId)).toBe(1);
    expect(await newMessages('admin', jobId)).toBe(1);
    await mark(server, 'client', jobId, answer.communicationId, 'ADDRESSED');
    expect(await newMessages('client', jobId)).toBe(0);
    const { items } = (await server.call('searchJobs', { as: 'employee', body: {} })).answer;
    expect(items.find((job) => job.jobId === jobId)?.newMessages).toBe(1);
  });

  test('filters the list of all messages, as does the addressee', async () => {
    const own = await start();
    const job = await newJob(own, { message: 'To nobody' });
    await newJob(own, { message: 'Foreign' }, { as: 'otherClient' });
    await updateJob(own, job, 'employee', { assignedTo: people.employee.email });
    await send(own, job.jobId, 'client', 'To Emil');
    const answer = await send(own, job.jobId, 'employee', 'To Clara');
    await send(own, job.jobId, 'employee', 'To Clara again');
    expect((await mark(own, 'client', job.jobId, answer.communicationId)).code).toBe('');

    async function listed(as: PersonName, filter: { status?: MessageStatus; toMe?: boolean }) {
      const reply = await own.call('allMessages', { as, body: { username: people[as].email, ...filter } });
      return reply.answer.items.map(({ content }) => content);
    }
    expect(await listed('client', {})).toEqual(['To Clara again', 'To Clara', 'To Emil', 'To nobody']);
    expect(await listed('client', { toMe: true })).toEqual(['To Clara again', 'To Clara']);
    expect(await listed('client', { toMe: true, status: 'NEW' })).toEqual(['To Clara again']);
    expect(await listed('client', { status: 'ADDRESSED' })).toEqual(['To Clara']);
    expect(await listed('employee', { toMe: true })).toEqual(['To Emil', 'Foreign', 'To nobody']);
    // The note to nobody became the assignee's with the job.
    expect(await listed('admin', { toMe: true })).toEqual(['Foreign']);
    expect(await listed('admin', {})).toHaveLength(5);
    expect(await listed('otherClient', {})).toEqual(['Foreign']);
  });
});
