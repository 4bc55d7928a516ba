import { describe, expect, test } from 'vitest';
import { addHistory } from '../../../server/data/jobs/history.ts';
import { queueNoticeEmails } from '../../../server/data/notify/emailQueue.ts';
import type { Notice } from '../../../server/data/notify/notice.ts';
import { daySeconds } from '../../../server/data/retention.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { defaultNotificationSettings } from '../../../src/contract/users/notifications.ts';
import { openAt } from '../../support/database/openAt.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import { after, prefer, startWithMail } from '../../support/mail/mailPeople.ts';
import { testMailServer } from '../../support/mail/mailServer.ts';
import { withReplies } from '../../support/replies/replyServer.ts';
import { mark, newJob, send, updateJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase, onPostgres, startOfTime, type TestServer } from '../../support/server/server.ts';

const mailServer = await testMailServer();

const minute = 60;
const staff = ['employee', 'otherEmployee', 'admin'] as const;

/** The browser of a person is notified. @param seen when it opened the app last */
async function addDevice(
  { db }: TestServer,
  who: PersonName,
  state: string,
  seen = startOfTime / 1000,
): Promise<void> {
  await db.query(
    `insert into push_devices (device_id, email, uid, endpoint, p256dh, auth, label, service, created, seen, state)
      values ($1, $2, 'uid', 'https://push.example/1', 'key', 'secret', 'Chrome', 'push.example', $4, $4, $3)`,
    [`device-${who}`, people[who].email, state, seen],
  );
}

function subjects(): string[] {
  return mailServer.received.map(({ subject }) => subject);
}

/** What was said, as the email quotes it. */
function quotes(index = 0): string[] {
  return mailServer.received[index]?.text.match(/^> .*$/gm) ?? [];
}

onOneDatabase('emails about jobs', (start) => {
  test('three messages within ten minutes are one email, in order, ten minutes after the first', async () => {
    const server = await startWithMail(start, mailServer.url);
    const job = await newJob(server, { project: 'Maple Street', jobCode: 'EV-17' });
    for (const words of ['First <b>things</b>', 'Second\nline', 'Third']) {
      await send(server, job.jobId, 'employee', words);
      await after(server, 3 * minute);
    }
    expect(subjects()).toEqual([]);
    await after(server, minute - 1);
    expect(subjects()).toEqual([]);
    await after(server, 1);
    expect(subjects()).toEqual(['3 new messages from EV about Maple Street (EV-17)']);
    expect(quotes()).toEqual(['> First <b>things</b>', '> Second', '> line', '> Third']);
    const [email] = mailServer.received;
    expect(email?.to).toEqual([people.client.email]);
    expect(email?.html).not.toContain('<b>');
    expect(email?.text).toContain(`\nhttp://localhost:8080/jobs/update/${job.jobId}?chat=${job.jobId}\n`);
    await after(server, 60 * minute);
    expect(subjects()).toHaveLength(1);
  });

  test('an email omits what was addressed meanwhile, and is not sent when nothing is left', async () => {
    const server = await startWithMail(start, mailServer.url);
    const [one, answered, all] = [await newJob(server), await newJob(server), await newJob(server)];
    const seen = await send(server, one.jobId, 'employee', 'Seen');
    await send(server, one.jobId, 'employee', 'New still');
    await send(server, answered.jobId, 'employee', 'Answered');
    await send(server, answered.jobId, 'client', 'My answer');
    await send(server, answered.jobId, 'employee', 'After the answer');
    const last = await send(server, all.jobId, 'employee', 'The only one');
    await mark(server, 'client', one.jobId, seen.communicationId);
    await mark(server, 'client', all.jobId, last.communicationId);
    await after(server, 10 * minute);
    expect(mailServer.received.map((_, index) => quotes(index)).sort()).toEqual([
      ['> After the answer'],
      ['> New still'],
    ]);
    const left = "select items from tasks where kind = 'email'";
    expect(await server.db.query(left)).toEqual([{ items: [] }, { items: [] }]);
  });

  test('the ten minutes count from the first that is still new', async () => {
    const server = await startWithMail(start, mailServer.url);
    const job = await newJob(server);
    const first = await send(server, job.jobId, 'employee', 'First');
    await after(server, 8 * minute);
    await send(server, job.jobId, 'employee', 'Second');
    await mark(server, 'client', job.jobId, first.communicationId);
    await after(server, 2 * minute);
    expect(subjects()).toEqual([]);
    await after(server, 8 * minute);
    expect(quotes()).toEqual(['> Second']);
  });

  test('each job has its own email, and so has what comes after an email', async () => {
    const server = await startWithMail(start, mailServer.url);
    const [one, other] = [await newJob(server, { project: 'One' }), await newJob(server, { project: 'Two' })];
    await send(server, one.jobId, 'employee', 'About one');
    await send(server, other.jobId, 'employee', 'About two');
    await after(server, 10 * minute);
    expect(subjects().sort()).toEqual([
      `A new message from EV about One (${one.jobCode})`,
      `A new message from EV about Two (${other.jobCode})`,
    ]);
    await send(server, one.jobId, 'employee', 'Later');
    await after(server, 10 * minute);
    expect(quotes(2)).toEqual(['> Later']);
  });

  test('simultaneous events of two jobs make one email, in which each job has its events in their order', async () => {
    const server = await startWithMail(start, mailServer.url);
    const jobs = [await newJob(server, { jobCode: 'ONE' }), await newJob(server, { jobCode: 'TWO' })];
    const notices: Notice[] = [];
    for (const [index, to] of ['1Z1', '1Z2', '1Z3', '1Z4'].entries()) {
      const jobId = jobs[index % 2]?.jobId ?? '';
      const created = startOfTime / 1000;
      const made = { jobId, version: 1, user: people.employee.email, created };
      const rows = await addHistory(server.db, made, [{ field: 'trackingNumber', from: '', to }]);
      notices.push({
        recipient: people.client.email,
        kind: 'TRACKING',
        jobId,
        communicationId: null,
        noteId: null,
        changes: rows.map(({ seq }) => seq),
        deliverable: null,
        created,
        settings: { ...defaultNotificationSettings, mail: 'ALWAYS' },
      });
    }
    await server.db.tx((tx) => queueNoticeEmails(tx, notices, startOfTime / 1000));
    await after(server, 10 * minute);
    expect(subjects()).toEqual([]);
    await after(server, minute);
    expect(subjects()).toEqual(['Updates on 2 jobs']);
    const entries = mailServer.received[0]?.text.match(/^- .*$/gm) ?? [];
    expect(entries.map((entry) => entry.match(/\((ONE|TWO)\)|\b1Z\d\b/g)).sort()).toEqual([
      ['(ONE)', '1Z1', '1Z3'],
      ['(TWO)', '1Z2', '1Z4'],
    ]);
  });

  test.each([
    ['ALWAYS', 'SUBSCRIBED', 1],
    ['ALWAYS', null, 1],
    ['WITHOUT_DEVICE', null, 1],
    ['WITHOUT_DEVICE', 'GONE', 1],
    ['WITHOUT_DEVICE', 'SUBSCRIBED', 0],
    ['NEVER', null, 0],
  ] as const)('%s with a device that is %s sends %i emails', async (mail, state, count) => {
    const server = await startWithMail(start, mailServer.url);
    await prefer(server, 'client', { mail });
    const job = await newJob(server);
    await send(server, job.jobId, 'employee', 'Hello');
    // Only when nothing is on its way any more: a push to it would change its state.
    await server.notify();
    if (state) await addDevice(server, 'client', state);
    await after(server, 10 * minute);
    expect(subjects()).toHaveLength(count);
  });

  test('who has no device but a phone in a drawer gets an email, though the push service accepts all', async () => {
    const server = await startWithMail(start, mailServer.url);
    await prefer(server, 'client', { mail: 'WITHOUT_DEVICE' });
    const job = await newJob(server);
    await send(server, job.jobId, 'employee', 'Hello');
    await server.notify();
    await addDevice(server, 'client', 'SUBSCRIBED', startOfTime / 1000 - 15 * daySeconds);
    await after(server, 10 * minute);
    expect(mailServer.received.map(({ text }) => text)).toEqual([
      expect.stringContaining(
        'because notifications are off on all your devices, or none of them was in use for two weeks.',
      ),
    ]);
  });

  test('the settings of the moment when the email is due count', async () => {
    const server = await startWithMail(start, mailServer.url);
    const job = await newJob(server);
    await send(server, job.jobId, 'employee', 'Hello');
    await server.notify();
    await prefer(server, 'client', { mail: 'NEVER' });
    await after(server, 10 * minute);
    await prefer(server, 'client', { mail: 'ALWAYS' });
    await send(server, job.jobId, 'employee', 'Hello again');
    await server.notify();
    const { MESSAGE: _, ...kinds } = defaultNotificationSettings.kinds;
    await prefer(server, 'client', { mail: 'ALWAYS', kinds: { ...kinds, MESSAGE: false } });
    await after(server, 10 * minute);
    await prefer(server, 'client', { mail: 'ALWAYS' });
    await send(server, job.jobId, 'employee', 'And once more');
    await server.notify();
    const change = { profiles: [{ email: people.client.email, userApproved: false }] };
    expect((await server.call('updateProfiles', { as: 'admin', body: change })).status).toBe(200);
    await after(server, 10 * minute);
    expect(subjects()).toEqual([]);
  });

  test('quiet hours delay an email until their end, and it includes what happened meanwhile', async () => {
    const server = await startWithMail(start, mailServer.url);
    // The clock of the tests starts at 10:30 UTC.
    const quietHours = { from: '10:35', to: '12:00', timeZone: 'UTC' };
    await prefer(server, 'client', { mail: 'ALWAYS', previews: true, quietHours });
    const job = await newJob(server);
    await send(server, job.jobId, 'employee', 'Before');
    await after(server, 30 * minute);
    await send(server, job.jobId, 'employee', 'Within');
    await after(server, 60 * minute - 1);
    expect(subjects()).toEqual([]);
    await after(server, 1);
    expect(quotes()).toEqual(['> Before', '> Within']);
  });

  test('an email has the messages that it invites to answer, whatever notifications on a screen show', async () => {
    const server = await startWithMail(start, mailServer.url, withReplies);
    await prefer(server, 'client', { mail: 'ALWAYS', previews: false });
    const job = await newJob(server);
    await send(server, job.jobId, 'employee', 'Is the breaker 60 A?');
    await after(server, 10 * minute);
    expect(quotes()).toEqual(['> Is the breaker 60 A?']);
    expect(mailServer.received[0]?.text).toContain('Reply to this email to answer EV.');
    expect(mailServer.received[0]?.source).toMatch(/^Reply-To: /m);
  });

  test('where a firm turns texts off, an email says how many messages there are, and invites no reply', async () => {
    const server = await startWithMail(start, mailServer.url, { ...withReplies, emailTexts: false });
    await prefer(server, 'client', { mail: 'ALWAYS', previews: true });
    const [job, held] = [await newJob(server), await newJob(server)];
    await send(server, job.jobId, 'employee', 'Sixteen hundred');
    await send(server, job.jobId, 'employee', 'Eighteen hundred');
    await updateJob(server, held, 'employee', { status: 'ON_HOLD', reason: 'Nineteen hundred' });
    await after(server, 10 * minute);
    const texts = mailServer.received.map(({ text }) => text).sort();
    expect(texts[0]).toContain('- 2 new messages from EV.');
    expect(texts[1]).toContain('- Status changed from In progress to On hold. The reason is in the chat.');
    for (const { source } of mailServer.received) {
      expect(source).not.toMatch(/hundred|^Reply-To|Reply to this email|Reply above/im);
      expect(source).toContain('Reply in EV Jobs.');
    }
  });

  test('what was delivered is the subject, each of its files a link to it, with what comes next and a button to all', async () => {
    const server = await startWithMail(start, mailServer.url);
    const job = await newJob(server, { project: 'Elm', jobCode: 'ELM-4' });
    const files = [renamed(samples.pdf, 'set.pdf'), renamed(samples.png, 'seal.png')];
    const deliverable = { deliveryMode: 'DIGITAL_COPY' as const, note: '' };
    const { answer } = await updateJob(
      server,
      job,
      'employee',
      { deliverable, status: 'COMPLETED' },
      { files },
    );
    await send(server, job.jobId, 'employee', 'Have a look at sheet 2.');
    await after(server, 10 * minute);
    expect(subjects()).toEqual(['Your stamped documents are ready: Elm (ELM-4)']);
    const text = mailServer.received[0]?.text ?? '';
    const page = `http://localhost:8080/jobs/update/${job.jobId}#deliverables`;
    const set = answer.job.deliverables.find(({ file }) => file?.contentType === 'application/pdf');
    const plan = `http://localhost:8080/plans/${job.jobId}/${set?.file?.key}`;
    expect(text).toContain(
      `Your stamped documents are ready. Delivered on Elm (ELM-4):\n\n- set.pdf:\n  ${plan}\n- seal.png:\n  ${page}\n\nThis job is done. If something needs to change, request a revision on the job’s page.\n\nAlso new:\n\n- Status`,
    );
    expect(mailServer.received[0]?.html).toContain(`href="${plan}">set.pdf</a>`);
    expect(text).toContain('- Status changed from In progress to Completed.');
    expect(text).toContain('> Have a look at sheet 2.');
    expect(text).toContain(`\nhttp://localhost:8080/jobs/update/${job.jobId}#deliverables\n`);
  });

  test.each([
    ['PV design', { category: 'OTHER', jobDescription: 'Draw it' }, 'Your documents are ready'],
    ['a re-stamp', { category: 'RE_STAMP' }, 'Your stamped documents are ready'],
  ] as const)('the documents of %s are called what they are', async (_, changes, ready) => {
    const server = await startWithMail(start, mailServer.url);
    const { category } = changes;
    const jobEVService = [{ category, evServices: ['PV_DESIGN' as const] }];
    const job = await newJob(server, { project: 'Ash', jobCode: 'ASH-1', ...changes, jobEVService });
    const deliverable = { deliveryMode: 'DIGITAL_COPY' as const };
    await updateJob(server, job, 'employee', { deliverable }, { files: [samples.pdf] });
    await after(server, 10 * minute);
    expect(subjects()).toEqual([`${ready}: Ash (ASH-1)`]);
  });

  test('what was withdrawn before its email left is not in it, and what was withdrawn later is told, with the reason', async () => {
    const server = await startWithMail(start, mailServer.url);
    const job = await newJob(server, { project: 'Fir', jobCode: 'FIR-2' });
    const deliver = async (name: string) => {
      const deliverable = { deliveryMode: 'DIGITAL_COPY' as const };
      const files = [renamed(samples.pdf, name)];
      return (await updateJob(server, job, 'employee', { deliverable }, { files })).answer.job;
    };
    const withdraw = ({ deliverables }: typeof job, reason: string) => {
      const withdrawal = { deliverable: deliverables[0]?.key ?? '', reason };
      return updateJob(server, job, 'employee', { withdrawal });
    };
    await withdraw(await deliver('wrong.pdf'), 'Wrong county');
    const right = await deliver('right.pdf');
    await after(server, 10 * minute);
    expect(subjects()).toEqual(['Your stamped documents are ready: Fir (FIR-2)']);
    expect(mailServer.received[0]?.text).toMatch(
      /Delivered on Fir \(FIR-2\):\n\n- right\.pdf:\n {2}\S+\n\nEV will tell you when the job is done\./,
    );
    await withdraw(right, 'Seal expired');
    await after(server, 10 * minute);
    expect(subjects()[1]).toBe('A deliverable was withdrawn: Fir (FIR-2)');
    expect(mailServer.received[1]?.text).toContain(
      '- EV withdrew right.pdf, revision 1. You can’t open it anymore. Reason: Seal expired\n',
    );
    expect(mailServer.received[1]?.text).toContain(`/jobs/update/${job.jobId}#deliverables\n`);
  });

  test('changes of a job are summarized to their final state', async () => {
    const server = await startWithMail(start, mailServer.url);
    const job = await newJob(server, { project: 'Oak', jobCode: 'OAK-1' });
    const update = async (from: typeof job, changes: Parameters<typeof updateJob>[3]) =>
      (await updateJob(server, from, 'employee', changes)).answer.job;
    const held = await update(job, { status: 'ON_HOLD' });
    const again = await update(held, { status: 'IN_PROGRESS' });
    await after(server, 10 * minute);
    expect(subjects()).toEqual([]);
    await update(again, { status: 'COMPLETED', trackingNumber: '1Z999' });
    await after(server, 10 * minute);
    expect(subjects()).toEqual(['Status changed to Completed and a tracking number: Oak (OAK-1)']);
    expect(mailServer.received[0]?.text).toContain(
      '- Status changed from In progress to Completed.\n- Tracking number: 1Z999',
    );
  });

  test('changes of a job are summarized in their order, whichever server has queued the later one first', async () => {
    const server = await startWithMail(start, mailServer.url);
    const job = await newJob(server, { project: 'Oak', jobCode: 'OAK-1' });
    const held = (await updateJob(server, job, 'employee', { status: 'ON_HOLD' })).answer.job;
    await updateJob(server, held, 'employee', { status: 'COMPLETED' });
    await server.notify();
    await server.db.query(
      `update tasks set items = (select jsonb_agg(item order by place desc) from jsonb_array_elements(items)
        with ordinality as e (item, place)) where kind = 'email' and jsonb_array_length(items) = 2`,
    );
    await after(server, 10 * minute);
    expect(subjects()).toEqual(['Status changed to Completed: Oak (OAK-1)']);
    expect(mailServer.received[0]?.text).toContain('- Status changed from In progress to Completed.');
  });

  test('staff get emails about an unassigned job, and the assignee about an assignment', async () => {
    const server = await startWithMail(start, mailServer.url);
    for (const who of staff) await prefer(server, who, { mail: 'ALWAYS', previews: true });
    const [free, taken] = [
      await newJob(server, { project: 'Free', jobCode: 'FREE' }),
      await newJob(server, { project: 'Taken', jobCode: 'TAKEN' }),
    ];
    await send(server, free.jobId, 'client', 'Who does it?');
    const cancelled = await newJob(server);
    expect((await updateJob(server, cancelled, 'client', { status: 'CANCELLED' })).status).toBe(200);
    const assign = { assignedTo: people.employee.email };
    await updateJob(server, taken, 'admin', assign);
    await after(server, 10 * minute);
    // What might have become one email about several jobs.
    await after(server, minute);
    const got = mailServer.received.map(({ to, subject }) => `${to}: ${subject}`).sort();
    const told = 'A new job and a new message from Clara C. (Solar Roofs): Free (FREE)';
    expect(got).toEqual([
      `ada@ev.test: ${told}`,
      `edda@ev.test: ${told}`,
      'emil@ev.test: A job assigned to you: Taken (TAKEN)',
      `emil@ev.test: ${told}`,
    ]);
    const own = mailServer.received.find(({ subject }) => subject.includes('TAKEN'));
    expect(own?.text).toContain('- Ada A. assigned this job to you.');
  });
});

onOneDatabase('an email about several jobs', (start) => {
  const wanted = { mail: 'ALWAYS' } as const;

  test('lists those that were assigned at once, and no job has an email of its own', async () => {
    const server = await startWithMail(start, mailServer.url);
    await prefer(server, 'employee', wanted);
    const jobs = [];
    for (let n = 1; n <= 11; n++)
      jobs.push(await newJob(server, { project: `Roof ${n}`, jobCode: `R-${n}` }));
    // What is said of them as new jobs is out of the way.
    await after(server, 10 * minute);
    await after(server, minute);
    mailServer.received.length = 0;
    for (const job of jobs) {
      await updateJob(server, job, 'admin', { assignedTo: people.employee.email });
      await after(server, 2);
    }
    await after(server, 10 * minute);
    await after(server, minute);
    expect(subjects()).toEqual(['11 jobs assigned to you']);
    const [email] = mailServer.received;
    expect(email?.to).toEqual([people.employee.email]);
    const entries = jobs.map((_, n) => `- Roof ${n + 1} (R-${n + 1}): Ada A. assigned this job to you.`);
    expect(email?.text.match(/^- .*$/gm)).toEqual(entries);
    expect(email?.text).toContain('/jobs/listing/all?assignee=emil%40ev.test\n');
    expect(await server.db.query("select 1 from tasks where kind = 'email' and done is null")).toEqual([]);
  });

  test('leaves out what is true no longer, and one job that is left has its own email', async () => {
    const server = await startWithMail(start, mailServer.url);
    await prefer(server, 'employee', wanted);
    const [one, other] = [await newJob(server, { project: 'Stays' }), await newJob(server)];
    // What is said of them as new jobs is out of the way.
    await after(server, 10 * minute);
    await after(server, minute);
    mailServer.received.length = 0;
    const assigned = await updateJob(server, one, 'admin', { assignedTo: people.employee.email });
    expect(assigned.code).toBe('');
    const { job } = (await updateJob(server, other, 'admin', { assignedTo: people.employee.email })).answer;
    await after(server, 10 * minute);
    expect((await updateJob(server, job, 'admin', { assignedTo: '' })).code).toBe('');
    await after(server, minute);
    expect(subjects()).toEqual([`A job assigned to you: Stays (${one.jobCode})`]);
  });

  test('has no message, reason or delivery: these have emails that can be answered', async () => {
    const server = await startWithMail(start, mailServer.url);
    const jobs = [];
    for (let n = 1; n <= 5; n++) jobs.push(await newJob(server, { project: `Job ${n}`, jobCode: `J-${n}` }));
    const [asked, held, delivered, done, tracked] = jobs as [
      JobDetails,
      JobDetails,
      JobDetails,
      JobDetails,
      JobDetails,
    ];
    await send(server, asked.jobId, 'employee', 'Which breaker?');
    await updateJob(server, held, 'employee', { status: 'ON_HOLD', reason: 'Waiting for the survey' });
    const deliverable = { deliveryMode: 'WET_STAMPS' as const, copiesNumber: 1 };
    await updateJob(server, delivered, 'employee', { deliverable });
    await updateJob(server, done, 'employee', { status: 'COMPLETED' });
    await updateJob(server, tracked, 'employee', { trackingNumber: '1Z9' });
    await after(server, 10 * minute);
    await after(server, minute);
    expect(subjects().sort()).toEqual([
      'A new message from EV about Job 1 (J-1)',
      'Status changed to On hold: Job 2 (J-2)',
      'Updates on 2 jobs',
      'Your wet stamps are on the way: Job 3 (J-3)',
    ]);
  });
});

describe('several processes', () => {
  onPostgres('on one database', (start) => {
    test('send each email once', async () => {
      const server = await startWithMail(start, mailServer.url);
      const second = await openAt(server.databaseUrl);
      const other = await startWithMail(start, mailServer.url, { db: second });
      const jobs = await Promise.all(Array.from({ length: 30 }, () => newJob(server)));
      for (const { jobId } of jobs) await send(server, jobId, 'employee', 'Hello');
      server.clock.advance(10 * minute);
      other.clock.advance(10 * minute);
      await Promise.all([server.notify(), other.notify()]);
      await Promise.all([server.notify(), other.notify()]);
      expect(new Set(subjects()).size).toBe(30);
      expect(subjects()).toHaveLength(30);
      await other.app.close();
      await second.close();
    });
  });
});
