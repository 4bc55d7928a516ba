import { beforeAll, expect, test } from 'vitest';
import { chosenHeader, chosenText } from '../../../src/contract/chosen.ts';
import { writtenHeader } from '../../../src/contract/writtenTime.ts';
import { setDueRules } from '../../support/server/dueRules.ts';
import { messageOf, newJob, send, updateJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('a choice', (start) => {
  const server = start.forAll();
  beforeAll(async () => {
    await setDueRules(server);
  });

  /** Returns the headers of a choice: `phone 3` made 20 seconds ago, in a request that left at `sentAt`. */
  function chosen(of: string, secondsAgo = 0, sentAt: number | null = null) {
    const [device = '', number] = of.split(' ');
    return {
      [chosenHeader]: chosenText({ device, number: Number(number) }, sentAt),
      [writtenHeader]: String(secondsAgo),
    };
  }
  const now = () => Math.floor(server.clock.nowMs / 1000);

  async function asked() {
    const job = await newJob(server);
    const { communicationId } = await send(server, job.jobId, 'client', 'A question');
    const mark = async (
      status: 'NEW' | 'ADDRESSED',
      headers: Record<string, string>,
      as: PersonName = 'employee',
    ) => {
      const body = {
        evCommunicationId: communicationId,
        jobId: job.jobId,
        status,
        userName: people[as].email,
      };
      const reply = await server.call('markMessage', { as, body, headers });
      return reply.answer?.status ?? reply.code;
    };
    const answer = async (headers: Record<string, string>, as: PersonName = 'employee') => {
      const body = { ...messageOf(job.jobId, as, 'An answer'), 'evCommunication.addressed': communicationId };
      return (await server.call('updateJob', { as, body: body as never, files: [], headers })).answer;
    };
    const status = async () => {
      const read = await server.call('conversation', { as: 'admin', params: { jobId: job.jobId } });
      return read.answer.find((one) => one.communicationId === communicationId)?.status;
    };
    return { job, mark, answer, status, communicationId };
  }

  test('of a status made earlier on the same device changes nothing when it arrives later', async () => {
    const { mark } = await asked();
    expect(await mark('NEW', chosen('phone 8', 5))).toBe('NEW');
    expect(await mark('ADDRESSED', chosen('phone 7', 0))).toBe('NEW');
    expect(await mark('ADDRESSED', chosen('phone 9', 60))).toBe('ADDRESSED');
  });

  test('of a status made earlier on another device changes nothing, whoever made it', async () => {
    const { mark } = await asked();
    expect(await mark('ADDRESSED', chosen('phone 1', 10))).toBe('ADDRESSED');
    expect(await mark('NEW', chosen('tablet 90', 3600))).toBe('ADDRESSED');
    expect(await mark('NEW', chosen('other 1', 3600), 'admin')).toBe('ADDRESSED');
    expect(await mark('NEW', chosen('other 2', 3), 'admin')).toBe('NEW');
  });

  test('whose request arrives an hour after it left is as old as it was then', async () => {
    const { mark } = await asked();
    expect(await mark('ADDRESSED', chosen('tablet 1', 600))).toBe('ADDRESSED');
    expect(await mark('NEW', chosen('phone 1', 5, now() - 3600))).toBe('ADDRESSED');
    expect(await mark('NEW', chosen('phone 2', 5, now() + 3600))).toBe('NEW');
  });

  test('that does not say when it was made was made when it arrived', async () => {
    const { mark } = await asked();
    expect(await mark('ADDRESSED', chosen('phone 1'))).toBe('ADDRESSED');
    expect(await mark('NEW', {})).toBe('NEW');
    expect(await mark('ADDRESSED', { [chosenHeader]: 'phone one' })).toBe('ADDRESSED');
    expect(await mark('NEW', chosen('phone 2', 100))).toBe('ADDRESSED');
  });

  test('of a status made before a message that answers it changes nothing when it arrives later', async () => {
    const { mark, answer, communicationId } = await asked();
    expect((await answer({ [writtenHeader]: '600' })).addressed).toEqual([communicationId]);
    expect(await mark('NEW', chosen('phone 3', 2400))).toBe('ADDRESSED');
    expect(await mark('NEW', chosen('tablet 1', 601), 'admin')).toBe('ADDRESSED');
    expect(await mark('NEW', chosen('phone 4', 30))).toBe('NEW');
  });

  test('made after a message was written that answers it outlives that message, which arrives later', async () => {
    const { mark, answer, status } = await asked();
    expect(await mark('NEW', chosen('phone 5', 120))).toBe('NEW');
    const late = await answer({ [writtenHeader]: '1800' });
    expect(late).toMatchObject({ communication: { content: 'An answer' }, addressed: [] });
    expect(late.job.history.map(({ field }) => field)).not.toContain('messages');
    expect(await status()).toBe('NEW');
    await answer({ [writtenHeader]: '60' });
    expect(await status()).toBe('ADDRESSED');
  });

  test('by a message that answers what is addressed already counts from then on', async () => {
    const { mark, answer } = await asked();
    expect(await mark('ADDRESSED', chosen('phone 6', 900))).toBe('ADDRESSED');
    await answer(chosen('tablet 2', 300));
    expect(await mark('NEW', chosen('phone 7', 400))).toBe('ADDRESSED');
    expect(await mark('NEW', chosen('phone 8', 200))).toBe('NEW');
    expect(await mark('ADDRESSED', chosen('tablet 1', 0))).toBe('NEW');
  });

  test('of a device counts after none of its later ones, also when another device has chosen since', async () => {
    const { job, mark } = await asked();
    expect(await mark('ADDRESSED', chosen('phone 2', 9))).toBe('ADDRESSED');
    expect(await mark('NEW', chosen('tablet 1', 5))).toBe('NEW');
    expect(await mark('ADDRESSED', { [chosenHeader]: 'phone 1' })).toBe('NEW');
    expect(await mark('ADDRESSED', chosen('phone 4', 7))).toBe('NEW');
    expect(await mark('ADDRESSED', { [chosenHeader]: 'phone 3' })).toBe('NEW');
    expect(await mark('ADDRESSED', { [chosenHeader]: 'phone 5' })).toBe('ADDRESSED');
    const assigned = async (to: PersonName, headers: Record<string, string>) =>
      (await assign(job, to, headers, 'admin')).answer.job.assignedTo;
    const { employee, otherEmployee } = people;
    expect(await assigned('employee', chosen('phone 2', 9))).toBe(employee.email);
    expect(await assigned('otherEmployee', chosen('tablet 1', 5))).toBe(otherEmployee.email);
    expect(await assigned('employee', { [chosenHeader]: 'phone 1' })).toBe(otherEmployee.email);
    expect(await assigned('employee', chosen('phone 4', 7))).toBe(otherEmployee.email);
    expect(await assigned('employee', { [chosenHeader]: 'phone 3' })).toBe(otherEmployee.email);
  });

  function assign(
    job: { jobId: string; version: number },
    to: PersonName,
    headers: Record<string, string>,
    as: PersonName,
  ) {
    return updateJob(server, job, as, { assignedTo: people[to].email }, { headers });
  }
  async function assigneeOf(jobId: string) {
    return (await server.call('job', { as: 'admin', params: { jobId } })).answer.assignedTo;
  }

  test('of an assignee made earlier by the same user changes nothing, from whatever version', async () => {
    const job = await newJob(server);
    await assign(job, 'employee', chosen('phone 2', 30), 'admin');
    await assign(job, 'otherEmployee', chosen('tablet 1', 20), 'admin');
    const late = await assign(job, 'employee', chosen('phone 1', 40), 'admin');
    expect(late.code).toBe('');
    expect(late.answer.job.assignedTo).toBe(people.otherEmployee.email);
    expect((await assign(job, 'admin', chosen('phone 3', 0), 'admin')).answer.job.assignedTo).toBe(
      people.admin.email,
    );
  });

  test('of an assignee is stale when another user has assigned the job since', async () => {
    const job = await newJob(server);
    await assign(job, 'employee', chosen('phone 1', 0), 'employee');
    const stale = await assign(job, 'admin', chosen('tablet 1', 0), 'admin');
    expect(stale.code).toBe('stale');
    expect(stale.failure).toMatchObject({ changed: ['assignedTo'] });
    const { version } = (await server.call('job', { as: 'admin', params: { jobId: job.jobId } })).answer;
    expect((await assign({ ...job, version }, 'admin', chosen('tablet 2', 0), 'admin')).code).toBe('');
    expect(await assigneeOf(job.jobId)).toBe(people.admin.email);
  });

  test('of an assignee is not stale because of other changes, nor makes it changes of its user stale', async () => {
    const job = await newJob(server);
    await updateJob(server, job, 'client', { jobPriority: 'HIGH' });
    expect((await assign(job, 'employee', chosen('phone 1', 0), 'employee')).code).toBe('');
    const other = await newJob(server);
    await assign(other, 'employee', chosen('phone 2', 0), 'employee');
    const edit = (as: PersonName) => updateJob(server, other, as, { trackingNumber: `of ${as}` });
    expect((await edit('admin')).code).toBe('stale');
    expect((await edit('employee')).code).toBe('');
    expect((await edit('employee')).code).toBe('stale');
  });

  test('of an assignee makes no change of its user stale where all that followed makes no version', async () => {
    const job = await newJob(server);
    expect((await assign(job, 'employee', chosen('phone 1', 0), 'employee')).code).toBe('');
    const deliverable = { deliveryMode: 'WET_STAMPS', copiesNumber: 1 } as never;
    const due = { date: '2027-02-01', seen: null, reason: 'Agreed' };
    const delivered = (await updateJob(server, job, 'admin', { deliverable })).answer.job;
    const withdrawal = { deliverable: delivered.deliverables[0]?.key ?? '', reason: 'Wrong' };
    for (const changes of [{ due }, { withdrawal }])
      expect((await updateJob(server, job, 'admin', changes)).code).toBe('');
    expect((await updateJob(server, job, 'employee', { project: 'Typed before' })).code).toBe('');
  });

  test('of a due date is stale when another user has set one since, and older ones of its user change nothing', async () => {
    const job = await newJob(server);
    const set = async (as: PersonName, date: string | null, seen: string | null, headers: object) => {
      const due = { date, seen, reason: `by ${as}` };
      const reply = await updateJob(server, job, as, { due }, { headers: headers as never });
      return reply.code || reply.answer.job.due?.date;
    };
    expect(await set('employee', '2027-02-01', null, chosen('phone 1', 9))).toBe('2027-02-01');
    expect(await set('employee', '2027-02-03', null, chosen('tablet 1', 5))).toBe('2027-02-03');
    expect(await set('employee', '2027-02-02', '2027-02-01', chosen('phone 2', 7))).toBe('2027-02-03');
    expect(await set('admin', '2027-03-01', '2027-02-01', chosen('desk 1', 0))).toBe('stale');
    expect(await set('admin', '2027-03-01', '2027-02-03', chosen('desk 2', 0))).toBe('2027-03-01');
    expect(await set('employee', null, '2027-02-03', chosen('phone 9', 0))).toBe('stale');
  });

  test('of a shot made earlier on the same device changes nothing when it arrives later', async () => {
    const save = async (name: string, headers: object) => {
      const body = { shotId: 'choice-1', service: 'EE' as const, name, hint: '' };
      const { answer } = await server.call('saveShot', { as: 'admin', body, headers: headers as never });
      return answer.find(({ shotId }) => shotId === 'choice-1')?.name;
    };
    expect(await save('Roof', chosen('phone 2', 8))).toBe('Roof');
    expect(await save('Attic', chosen('phone 1', 0))).toBe('Roof');
    expect(await save('Cellar', chosen('tablet 1', 60))).toBe('Roof');
    expect(await save('Cellar', { [chosenHeader]: 'tablet 1' })).toBe('Roof');
    expect(await save('Meter', chosen('phone 3', 0))).toBe('Meter');
  });
});
