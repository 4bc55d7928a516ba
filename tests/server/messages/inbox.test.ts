import { describe, expect, test } from 'vitest';
import { chosenHeader, chosenText } from '../../../src/contract/chosen.ts';
import { type InboxMessage, type InboxPart, inboxParts } from '../../../src/contract/messages/message.ts';
import { allPages, changeJob, mark, messageOf, newJob, send, updateJob } from '../../support/server/jobs.ts';
import { type PersonName, people, savePeople } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('the inbox', (start) => {
  const server = start.forAll();

  const change = (jobId: string, changes: object) => changeJob(server, jobId, changes);

  async function assigned(to: PersonName = 'employee', as: PersonName = 'client') {
    const { jobId } = await newJob(server, {}, { as });
    await change(jobId, { assignedTo: people[to].email });
    return jobId;
  }

  async function marked(jobId: string, message: string) {
    expect((await mark(server, 'admin', jobId, message)).status).toBe(200);
  }

  /** All rows of a part, over its pages. */
  async function rows(as: PersonName, part: InboxPart): Promise<InboxMessage[]> {
    const body = { username: people[as].email, part };
    return allPages(
      async (from) => (await server.call('allMessages', { as, body: { ...body, ...from } })).answer,
    );
  }

  const staffAgain = { userApproved: true, userType: 'EMPLOYEE' };

  /** Changes the rights of the other employee. */
  async function changeOther(changes: object) {
    const profiles = [{ email: people.otherEmployee.email, ...changes }];
    expect((await server.call('updateProfiles', { as: 'admin', body: { profiles } })).code).toBe('');
  }

  /** Does what the server does once a day. */
  async function passOnAll() {
    const { reassignLeftMessages } = await import('../../../server/data/messages/reassignMessages.ts');
    for (let after: number | null = 0; after !== null; ) after = await reassignLeftMessages(server.db, after);
  }

  /** The texts of a job's rows in each part. */
  async function partsOf(as: PersonName, jobId: string) {
    const parts: Partial<Record<InboxPart, string[]>> = {};
    for (const part of inboxParts) {
      const own = (await rows(as, part)).filter((row) => row.jobId === jobId);
      if (own.length > 0) parts[part] = own.map(({ content }) => content);
    }
    return parts;
  }

  async function counts(as: PersonName) {
    const { email } = people[as];
    return (await server.call('userStats', { as, params: { email } })).answer.inbox;
  }

  test('lists what needs an answer and what waits for the other side, and nothing that is answered, be it marked or not', async () => {
    const jobId = await assigned();
    await send(server, jobId, 'client', 'One');
    await send(server, jobId, 'client', 'Two');
    expect(await partsOf('employee', jobId)).toEqual({ 'needs-answer': ['One', 'Two'] });
    expect(await partsOf('client', jobId)).toEqual({ waiting: ['One'] });
    expect(await partsOf('otherEmployee', jobId)).toEqual({});

    const answer = await send(server, jobId, 'admin', 'An answer');
    expect(await partsOf('employee', jobId)).toEqual({ waiting: ['An answer'] });
    expect(await partsOf('client', jobId)).toEqual({ 'needs-answer': ['An answer'] });

    await marked(jobId, answer.communicationId);
    expect(await partsOf('employee', jobId)).toEqual({});
    expect(await partsOf('client', jobId)).toEqual({});

    await send(server, jobId, 'client', 'Thanks');
    expect(await partsOf('employee', jobId)).toEqual({ 'needs-answer': ['Thanks'] });
  });

  test('has messages to nobody in one shared queue, which is on nobody’s badge', async () => {
    const { jobId } = await newJob(server, { message: 'To nobody' });
    for (const as of ['employee', 'otherEmployee', 'admin'] as const) {
      expect(await partsOf(as, jobId)).toEqual({ shared: ['To nobody'] });
    }
    expect(await partsOf('client', jobId)).toEqual({ waiting: ['To nobody'] });
    expect(await counts('otherEmployee')).toMatchObject({ 'needs-answer': 0, shared: 1 });
    // Who takes the job takes them.
    await change(jobId, { assignedTo: people.otherEmployee.email });
    expect(await partsOf('otherEmployee', jobId)).toEqual({ 'needs-answer': ['To nobody'] });
    expect(await partsOf('employee', jobId)).toEqual({});
    expect(await counts('otherEmployee')).toMatchObject({ 'needs-answer': 1, shared: 0 });
    await change(jobId, { assignedTo: '' });
    expect(await partsOf('admin', jobId)).toEqual({ shared: ['To nobody'] });
  });

  test('passes new messages of the client on to each new assignee, and leaves addressed ones', async () => {
    const { jobId } = await newJob(server, { message: 'First' });
    const done = await send(server, jobId, 'client', 'Done');
    await marked(jobId, done.communicationId);
    await send(server, jobId, 'employee', 'From us');
    await change(jobId, { assignedTo: people.employee.email });
    await change(jobId, { assignedTo: people.admin.email });
    const { answer } = await server.call('conversation', { as: 'admin', params: { jobId } });
    expect(answer.map(({ content, toUserId }) => [content, toUserId])).toEqual([
      ['First', people.admin.email],
      ['Done', ''],
      ['From us', people.client.email],
    ]);
    expect(await partsOf('employee', jobId)).toEqual({});
    expect(await partsOf('admin', jobId)).toEqual({ waiting: ['From us'] });
  });

  test('passes nothing on where the change of the assignee is refused', async () => {
    const { jobId } = await newJob(server, { message: 'Still to nobody' });
    const { answer: job } = await server.call('job', { as: 'admin', params: { jobId } });
    expect((await updateJob(server, job, 'admin', { assignedTo: people.client.email })).code).toBe('invalid');
    expect(await partsOf('admin', jobId)).toEqual({ shared: ['Still to nobody'] });
  });

  test('stays with the assignee when a job is handed over to staff whose access has ended, or who are clients now', async () => {
    const jobId = await assigned();
    await send(server, jobId, 'client', 'Who answers this?');
    for (const changes of [{ userApproved: false }, { userType: 'CLIENT' }]) {
      await changeOther(changes);
      const { answer: job } = await server.call('job', { as: 'admin', params: { jobId } });
      expect((await updateJob(server, job, 'admin', { assignedTo: people.otherEmployee.email })).code).toBe(
        'invalid',
      );
      expect(await partsOf('employee', jobId)).toEqual({ 'needs-answer': ['Who answers this?'] });
      await changeOther(staffAgain);
    }
  });

  test('has messages to staff whose access has ended in the shared queue, until they have it again', async () => {
    const jobId = await assigned('otherEmployee');
    const done = await send(server, jobId, 'client', 'Done');
    await marked(jobId, done.communicationId);
    await send(server, jobId, 'client', 'Before');
    for (const changes of [{ userApproved: false }, { userType: 'CLIENT' }]) {
      await changeOther(changes);
      expect(await partsOf('employee', jobId)).toEqual({ shared: ['Before'] });
      await send(server, jobId, 'client', 'After');
      expect(await partsOf('employee', jobId)).toEqual({ shared: ['Before', 'After'] });
      await passOnAll();
      expect(await partsOf('employee', jobId)).toEqual({ shared: ['Before', 'After'] });

      await changeOther(staffAgain);
      expect(await partsOf('otherEmployee', jobId)).toEqual({ 'needs-answer': ['Before', 'After'] });
      expect(await partsOf('employee', jobId)).toEqual({});
      const after = (await rows('otherEmployee', 'needs-answer')).find(({ content }) => content === 'After');
      await marked(jobId, after?.communicationId ?? '');
    }
    const { answer } = await server.call('conversation', { as: 'admin', params: { jobId } });
    expect(answer.map(({ content, toUserId }) => [content, toUserId])).toEqual([
      ['Done', people.otherEmployee.email],
      ['Before', people.otherEmployee.email],
      ['After', people.otherEmployee.email],
      ['After', people.otherEmployee.email],
    ]);
  });

  test('has messages to deleted staff in the shared queue', async () => {
    const email = 'leaving@ev.test';
    const leaving = { ...people.employee, email, uid: 'uid-leaving' };
    await savePeople(server.db, [leaving], Date.now());
    const { jobId } = await newJob(server);
    await change(jobId, { assignedTo: email });
    await send(server, jobId, 'client', 'Before');
    const erase = { as: 'admin', body: { email, keepCompany: false } } as const;
    expect((await server.call('eraseUser', erase)).status).toBe(200);
    await send(server, jobId, 'client', 'After');
    expect(await partsOf('employee', jobId)).toEqual({ shared: ['Before', 'After'] });
  });

  test('leaves the messages to others as they are when an access ends', async () => {
    const jobId = await assigned('employee');
    await send(server, jobId, 'client', 'To the employee');
    await changeOther({ userApproved: false });
    expect(await partsOf('employee', jobId)).toEqual({ 'needs-answer': ['To the employee'] });
    await changeOther(staffAgain);
  });

  test('gives new messages that nobody has passed on to the assignees of today', async () => {
    const jobId = await assigned();
    await send(server, jobId, 'client', 'To a former assignee');
    await server.db.query("update messages set to_user = 'former@ev.test' where job_id = $1", [jobId]);
    expect(await partsOf('employee', jobId)).toEqual({});
    await passOnAll();
    expect(await partsOf('employee', jobId)).toEqual({ 'needs-answer': ['To a former assignee'] });
  });

  test('waits for a client on open jobs only, and for EV on closed ones too', async () => {
    const jobId = await assigned();
    await send(server, jobId, 'employee', 'Here it is');
    await change(jobId, { status: 'COMPLETED' });
    expect(await partsOf('employee', jobId)).toEqual({});
    await send(server, jobId, 'client', 'One more thing');
    expect(await partsOf('client', jobId)).toEqual({ waiting: ['One more thing'] });
    expect(await partsOf('employee', jobId)).toEqual({ 'needs-answer': ['One more thing'] });
  });

  test('shows a client nothing of another, in lists and in counts', async () => {
    const jobId = await assigned('employee', 'otherClient');
    await send(server, jobId, 'otherClient', 'Canary question');
    await send(server, jobId, 'employee', 'Canary answer');
    expect(await partsOf('client', jobId)).toEqual({});
    const before = await counts('client');
    await send(server, jobId, 'employee', 'Canary answer too');
    // A former member of staff, to whom messages of others were addressed.
    await server.db.query(
      "update messages set to_user = $2 where job_id = $1 and from_user_type = 'CLIENT'",
      [jobId, people.client.email],
    );
    expect(await counts('client')).toEqual(before);
    expect(await partsOf('client', jobId)).toEqual({});
  });

  test.each(['employee', 'otherEmployee', 'admin', 'client', 'otherClient'] as const)(
    'of %s is counted as long as its lists are, also over a page',
    async (as) => {
      if (as === 'employee') {
        const jobId = await assigned();
        for (let n = 0; n < 30; n += 1) await send(server, jobId, 'client', `Question ${n}`);
        for (let n = 0; n < 27; n += 1) await newJob(server, { message: `Note ${n}` });
        for (let n = 0; n < 27; n += 1) {
          const answered = await assigned();
          await send(server, answered, 'client', 'Asked');
          await send(server, answered, 'employee', 'Answered');
        }
      }
      const lengths: Partial<Record<InboxPart, number>> = {};
      for (const part of inboxParts) {
        const all = await rows(as, part);
        lengths[part] = all.length;
        const sequences = all.map(({ sequence }) => sequence);
        expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
        expect(new Set(sequences).size).toBe(sequences.length);
      }
      expect(await counts(as)).toEqual(lengths);
    },
  );

  describe('put off until a day', () => {
    const later = { until: 4_000_000_000 };
    /** Puts a conversation off after its newest message. */
    async function snooze(as: PersonName, jobId: string, more: { until: number; seen?: number } = later) {
      const { answer } = await server.call('conversation', { as: 'admin', params: { jobId } });
      const seen = answer.at(-1)?.sequence ?? 0;
      const reply = await server.call('snooze', { as, body: { jobId, seen, ...more } });
      expect(reply.code).toBe('');
      return reply.answer;
    }

    test('is in no list that needs an answer, for whoever put it off alone, and says until when', async () => {
      const jobId = await assigned();
      await send(server, jobId, 'client', 'Later');
      const before = await counts('employee');
      expect(await snooze('employee', jobId)).toEqual({ jobId, ...later });
      expect(await partsOf('employee', jobId)).toEqual({ snoozed: ['Later'] });
      const [row] = (await rows('employee', 'snoozed')).filter((one) => one.jobId === jobId);
      expect(row?.snoozedUntil).toBe(later.until);
      expect(await counts('employee')).toMatchObject({
        'needs-answer': (before?.['needs-answer'] ?? 0) - 1,
        snoozed: (before?.snoozed ?? 0) + 1,
      });
      // Its client waits as before, and the next assignee has it.
      expect(await partsOf('client', jobId)).toEqual({ waiting: ['Later'] });
      await change(jobId, { assignedTo: people.otherEmployee.email });
      expect(await partsOf('otherEmployee', jobId)).toEqual({ 'needs-answer': ['Later'] });
      expect(await partsOf('employee', jobId)).toEqual({});
    });

    test('comes back with its day, with the next message of the other side, and by itself being taken back', async () => {
      const jobId = await assigned();
      await send(server, jobId, 'client', 'One');
      await snooze('employee', jobId, { until: 1 });
      expect(await partsOf('employee', jobId)).toEqual({ 'needs-answer': ['One'] });
      await snooze('employee', jobId);
      expect(await partsOf('employee', jobId)).toEqual({ snoozed: ['One'] });
      await snooze('employee', jobId, { until: 0 });
      expect(await partsOf('employee', jobId)).toEqual({ 'needs-answer': ['One'] });
      const { email } = people.employee;
      const nowSeconds = Math.floor(server.clock.nowMs / 1000);
      await snooze('employee', jobId, { until: nowSeconds + 200 });
      const { answer } = await server.call('userStats', { as: 'employee', params: { email } });
      expect(answer.wakesIn).toBe(200);
      await snooze('employee', jobId);
      await send(server, jobId, 'client', 'Two');
      expect(await partsOf('employee', jobId)).toEqual({ 'needs-answer': ['One', 'Two'] });
      expect((await rows('employee', 'needs-answer')).every((one) => one.snoozedUntil === undefined)).toBe(
        true,
      );
    });

    test('hides nothing that its user had not seen when they put it off', async () => {
      const jobId = await assigned();
      await send(server, jobId, 'client', 'Seen');
      const [row] = (await rows('employee', 'needs-answer')).filter((one) => one.jobId === jobId);
      await send(server, jobId, 'client', 'Not seen');
      await snooze('employee', jobId, { ...later, seen: row?.sequence ?? 0 });
      expect(await partsOf('employee', jobId)).toEqual({ 'needs-answer': ['Seen', 'Not seen'] });
    });

    test('is as its user chose last, whatever arrives late', async () => {
      const jobId = await assigned();
      const { sequence: seen } = await send(server, jobId, 'client', 'Now or later');
      const chosen = (number: number, until: number) =>
        server.call('snooze', {
          as: 'employee',
          body: { jobId, until, seen },
          headers: { [chosenHeader]: chosenText({ device: 'phone', number }, null) },
        });
      await chosen(8, 0);
      expect((await chosen(7, later.until)).answer.until).toBe(0);
      expect(await partsOf('employee', jobId)).toEqual({ 'needs-answer': ['Now or later'] });
    });

    test('is refused on jobs of others, and without a time', async () => {
      const jobId = await assigned('employee', 'otherClient');
      const body = { jobId, ...later, seen: 1 };
      expect((await server.call('snooze', { as: 'client', body })).code).toBe('not-found');
      for (const until of [-1, 1.5, 1e12, 'tomorrow' as never])
        expect((await server.call('snooze', { as: 'employee', body: { ...body, until } })).code).toBe(
          'invalid',
        );
    });
  });

  test('is counted for the caller only', async () => {
    const reply = await server.call('userStats', { as: 'admin', params: { email: people.employee.email } });
    expect(reply.answer.inbox).toBeUndefined();
    expect((await server.call('stats', { as: 'admin' })).answer.inbox).toBeUndefined();
  });

  test('refuses an unknown part, and a cursor of another part', async () => {
    const { email } = people.employee;
    const body = { username: email, part: 'everything' as 'waiting' };
    expect((await server.call('allMessages', { as: 'employee', body })).code).toBe('invalid');
    const shared = { username: email, part: 'shared' } as const;
    const { startAfter } = (await server.call('allMessages', { as: 'employee', body: shared })).answer;
    const other = { username: email, part: 'waiting', startAfter: startAfter ?? '' } as const;
    expect((await server.call('allMessages', { as: 'employee', body: other })).code).toBe('bad-cursor');
  });

  test('no longer lists a message that was answered and marked in one step', async () => {
    const jobId = await assigned();
    const { communicationId } = await send(server, jobId, 'client', 'A question');
    const body = {
      ...messageOf(jobId, 'employee', 'Done'),
      'evCommunication.addressed': communicationId,
    };
    await server.call('updateJob', { as: 'employee', body: body as never, files: [] });
    expect(await partsOf('employee', jobId)).toEqual({ waiting: ['Done'] });
  });
});
