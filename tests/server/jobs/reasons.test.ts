import { expect, test } from 'vitest';
import { samples } from '../../support/files/sampleFiles.ts';
import { after, prefer, startWithMail } from '../../support/mail/mailPeople.ts';
import { testMailServer } from '../../support/mail/mailServer.ts';
import { jobUpdate, newJob, updateJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const mailServer = await testMailServer();

const reason = 'Waiting for photos of the main panel.';

/** Reads a conversation as texts with their sender and addressee. */
async function texts({ call }: TestServer, jobId: string, as: PersonName = 'client') {
  const { answer } = await call('conversation', { as, params: { jobId } });
  return answer.map(({ content, fromUserId, toUserId }) => [content, fromUserId, toUserId]);
}

async function change(
  { call }: TestServer,
  job: { jobId: string; version: number },
  as: PersonName,
  changes: object,
  key?: string,
) {
  return updateJob({ call }, job, as, changes, { ...(key === undefined ? {} : { key }) });
}

onOneDatabase('a reason for a hold', (start) => {
  test('is on the job, in its history and in the conversation, once for each key', async () => {
    const server = await start();
    const job = await newJob(server);
    const held = await change(server, job, 'employee', { status: 'ON_HOLD', reason }, 'hold-once');
    const again = await change(server, job, 'employee', { status: 'ON_HOLD', reason }, 'hold-once');
    expect(again.response.body).toBe(held.response.body);
    expect(held.answer).toMatchObject({
      job: { status: 'ON_HOLD', statusReason: reason, version: job.version + 1 },
      communication: { content: reason, status: 'NEW' },
      versionBefore: job.version,
    });
    expect(held.answer.job.history[0]).toMatchObject({
      field: 'status',
      from: 'In progress',
      to: 'On hold',
      reason,
      user: people.employee.email,
    });
    expect(await texts(server, job.jobId)).toEqual([[reason, people.employee.email, people.client.email]]);
    const { items } = (
      await server.call('jobs', {
        as: 'client',
        body: { username: people.client.email, statues: ['ON_HOLD'] },
      })
    ).answer;
    expect(items[0]).toMatchObject({ jobId: job.jobId, statusReason: reason });
  });

  test('is said by one of two devices that hold and cancel at once, and by that one only', async () => {
    const server = await start();
    const job = await newJob(server);
    const replies = await Promise.all([
      change(server, job, 'employee', { status: 'ON_HOLD', reason }, 'hold'),
      change(server, job, 'client', { status: 'CANCELLED', reason: 'The house was sold.' }, 'cancel'),
    ]);
    expect(replies.map(({ code }) => code).sort()).toEqual(['', 'stale']);
    const said = replies[0]?.code === '' ? reason : 'The house was sold.';
    expect((await texts(server, job.jobId)).map(([content]) => content)).toEqual([said]);
    const now = (await server.call('job', { as: 'client', params: { jobId: job.jobId } })).answer;
    expect(now.statusReason).toBe(said);
  });
});

onOneDatabase('a reason', (start) => {
  const server = start.forAll();

  test('leaves the job with its status; the history and the conversation keep it', async () => {
    const job = await newJob(server);
    const held = (await change(server, job, 'employee', { status: 'ON_HOLD', reason })).answer.job;
    const { job: edited } = (await change(server, held, 'employee', { project: 'Renamed' })).answer;
    expect(edited.statusReason).toBe(reason);
    const resumed = (await change(server, edited, 'employee', { status: 'IN_PROGRESS' })).answer.job;
    expect(resumed.statusReason).toBeUndefined();
    expect(resumed.history.map((entry) => entry.reason)).toEqual([undefined, undefined, reason, undefined]);
    expect((await texts(server, job.jobId)).map(([content]) => content)).toEqual([reason]);
  });

  test('is not needed by the call', async () => {
    for (const [as, status] of [
      ['employee', 'ON_HOLD'],
      ['client', 'CANCELLED'],
    ] as const) {
      for (const none of [{}, { reason: '' }, { reason: ' \n ' }]) {
        const job = await newJob(server);
        const { answer } = await change(server, job, as, { status, ...none });
        expect(answer).toMatchObject({ job: { status }, communication: null });
        expect(answer.job.statusReason).toBeUndefined();
        expect(await texts(server, job.jobId)).toEqual([]);
      }
    }
  });

  test('of a client who cancels goes to the assignee', async () => {
    const job = await newJob(server);
    const { job: taken } = (await change(server, job, 'admin', { assignedTo: people.employee.email })).answer;
    const sold = 'The house was sold.';
    await change(server, taken, 'client', { status: 'CANCELLED', reason: sold });
    expect(await texts(server, job.jobId)).toEqual([[sold, people.client.email, people.employee.email]]);
  });

  test.each([
    ['no change of the status', { reason }, 'can only be given when a job is put on hold or cancelled'],
    [
      'the status that it has',
      { status: 'IN_PROGRESS', reason },
      'can only be given when a job is put on hold or cancelled',
    ],
    [
      'a completed job',
      { status: 'COMPLETED', reason },
      'can only be given when a job is put on hold or cancelled',
    ],
    ['501 characters', { status: 'ON_HOLD', reason: 'x'.repeat(501) }, 'must be 500 characters or fewer'],
    ['a number', { status: 'ON_HOLD', reason: 5 }, 'must be text'],
    ['null', { status: 'ON_HOLD', reason: null }, 'must be text'],
  ])('with %s is refused, and nothing is done', async (_, changes, message) => {
    const job = await newJob(server);
    const { failure } = await change(server, job, 'employee', changes);
    expect(failure).toMatchObject({ code: 'invalid', issues: [{ field: 'reason', message }] });
    const now = (await server.call('job', { as: 'client', params: { jobId: job.jobId } })).answer;
    expect([now.status, now.version]).toEqual(['IN_PROGRESS', job.version]);
    expect(await texts(server, job.jobId)).toEqual([]);
  });

  test('of a refused change is posted nowhere, and nobody else reads one', async () => {
    const job = await newJob(server);
    const refused = await change(server, job, 'client', { status: 'ON_HOLD', reason });
    expect(refused.code).toBe('status-change');
    expect((await change(server, job, 'otherClient', { status: 'CANCELLED', reason })).code).toBe(
      'not-found',
    );
    expect(
      (await change(server, { ...job, version: 9 }, 'employee', { status: 'ON_HOLD', reason })).code,
    ).toBe('stale');
    expect(await texts(server, job.jobId)).toEqual([]);

    await change(server, job, 'employee', { status: 'ON_HOLD', reason });
    const others = await server.call('jobs', {
      as: 'otherClient',
      body: { username: people.otherClient.email },
    });
    expect(others.response.body).not.toContain(reason);
  });

  test('was written when the device says', async () => {
    const job = await newJob(server);
    const body = jobUpdate(job, 'employee', { status: 'ON_HOLD', reason });
    const now = Math.floor(server.clock.nowMs / 1000);
    const { answer } = await server.call('updateJob', {
      as: 'employee',
      body,
      headers: { 'written-seconds-ago': '600' },
    });
    expect(answer.communication).toMatchObject({ createdTimestamp: now, writtenTimestamp: now - 600 });
  });
});

onOneDatabase('a tracking number given with a deliverable', (start) => {
  const server = start.forAll();

  const wet = { deliveryMode: 'WET_STAMPS', copiesNumber: 2, carrier: 'UPS', trackingNumber: '1Z1' } as const;

  test('is the job’s, with its history, as one given on the job', async () => {
    const job = await newJob(server);
    const { answer } = await change(server, job, 'employee', { deliverable: wet });
    expect(answer.job).toMatchObject({ trackingNumber: '1Z1', version: job.version + 1 });
    expect(answer.versionBefore).toBe(job.version);
    expect(answer.job.history.map(({ field, from, to }) => [field, from, to])).toContainEqual([
      'trackingNumber',
      '',
      '1Z1',
    ]);
    // The same number again changes nothing, and one without a number takes none away.
    const same = (await change(server, job, 'employee', { deliverable: wet })).answer.job;
    const none = { ...wet, trackingNumber: '' };
    const kept = (await change(server, same, 'employee', { deliverable: none })).answer.job;
    expect([same.version, kept.version, kept.trackingNumber]).toEqual([
      job.version + 1,
      job.version + 1,
      '1Z1',
    ]);
  });

  test('gives way to one that the same update gives the job', async () => {
    const job = await newJob(server);
    const { answer } = await change(server, job, 'employee', { deliverable: wet, trackingNumber: '1Z2' });
    expect(answer.job).toMatchObject({ trackingNumber: '1Z2', deliverables: [{ trackingNumber: '1Z1' }] });
  });

  test('of a digital copy is none', async () => {
    const job = await newJob(server);
    const deliverable = { ...wet, deliveryMode: 'DIGITAL_COPY' as const };
    const { answer } = await updateJob(server, job, 'employee', { deliverable }, { files: [samples.pdf] });
    expect(answer.job).toMatchObject({ trackingNumber: '', version: job.version });
  });
});

onOneDatabase('the client’s email', (start) => {
  test.each([true, false])('says why a job is on hold, once, with previews %s', async (previews) => {
    const server = await startWithMail(start, mailServer.url);
    await prefer(server, 'client', { mail: 'ALWAYS', previews });
    const job = await newJob(server, { project: 'Maple Street', jobCode: `EV-${previews}` });
    await change(server, job, 'employee', { status: 'ON_HOLD', reason: `${reason}\nThe <b>old</b> one.` });
    await after(server, 600);
    const [email] = mailServer.received;
    expect(mailServer.received.map(({ subject, to }) => [subject, to])).toEqual([
      [`Status changed to On hold: Maple Street (EV-${previews})`, [people.client.email]],
    ]);
    expect(email?.text.replaceAll(/\s+/g, ' ')).toContain(
      `Status changed from In progress to On hold. Reason: ${reason} The <b>old</b> one.`,
    );
    expect(email?.text.match(/main panel/g)).toHaveLength(1);
    expect(email?.html).not.toContain('<b>');
  });

  test('says a deliverable, its completion and its tracking number together', async () => {
    const server = await startWithMail(start, mailServer.url);
    const job = await newJob(server, { project: 'Maple Street', jobCode: 'EV-19' });
    const deliverable = { deliveryMode: 'WET_STAMPS', copiesNumber: 1, trackingNumber: '1Z3' };
    await change(server, job, 'employee', { deliverable, status: 'COMPLETED' });
    await after(server, 600);
    expect(mailServer.received.map(({ subject }) => subject)).toEqual([
      'Your wet stamps are on the way: Maple Street (EV-19)',
    ]);
    for (const line of [
      'Wet stamps, 1Z3',
      'Status changed from In progress to Completed.',
      'Tracking number: 1Z3',
    ])
      expect(mailServer.received[0]?.text).toContain(`\n- ${line}\n`);
  });
});
