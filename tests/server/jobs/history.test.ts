import { expect, test } from 'vitest';
import { samples } from '../../support/files/sampleFiles.ts';
import { newJob, send, updateJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('a job’s history', (start) => {
  const server = start.forAll();

  const by = (name: 'client' | 'employee', timestamp: number) => ({
    timestamp,
    user: people[name].email,
    userName: name === 'client' ? 'Clara C.' : 'Emil E.',
  });

  test('lists every changed field, newest first, with user, time and both values', async () => {
    const madeAt = Math.floor(server.clock.nowMs / 1000);
    const job = await newJob(server);
    expect(job.history).toEqual([{ ...by('client', madeAt), field: 'job', from: '', to: job.jobCode }]);

    server.clock.advance(60);
    const changes = {
      project: 'Renamed',
      address: { streetName: '9 Elm St', city: 'Salem', state: 'MA', zipcode: '01970-1234' },
      jobType: 'COMMERCIAL' as const,
      category: 'OTHER' as const,
      jobServiceUpdate: [
        { category: 'STAMP' as const, evServices: ['EE' as const, 'SE' as const] },
        { category: 'OTHER' as const, evServices: ['OTHER' as const] },
      ],
      jobPriority: 'HIGH' as const,
      jobDescription: 'Something else',
      jobDeliveryMode: 'WET_STAMPS' as const,
      copiesNumber: 3,
      deliveryAddress: { streetName: '1 Box Rd', city: 'Salem', state: 'MA', zipcode: '01970' },
      deliveryPriority: 'OVERNIGHT' as const,
      jobAttachmentLinks: 'https://files.example/new',
      referenceLinks: 'https://ref.example',
      status: 'ON_HOLD' as const,
      assignedTo: people.employee.email.toUpperCase(),
      trackingNumber: '1Z999',
    };
    const { job: after } = (
      await updateJob(server, job, 'employee', changes, { files: [samples.pdf, samples.png] })
    ).answer;
    const { jobServiceUpdate, ...same } = changes;
    expect(after).toMatchObject({
      ...same,
      jobEVService: jobServiceUpdate,
      assignedTo: people.employee.email,
      assignedToName: 'Emil E.',
      updatedTimestamp: madeAt + 60,
      createdTimestamp: madeAt,
    });

    const said = after.history.filter(({ field }) => field !== 'job').reverse();
    for (const entry of said) expect(entry).toMatchObject(by('employee', madeAt + 60));
    expect(said.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['project', job.project, 'Renamed'],
      ['address', `${job.address.streetName}, Springfield, IL 62701`, '9 Elm St, Salem, MA 01970-1234'],
      ['jobType', 'Residential', 'Commercial'],
      ['category', 'Stamp', 'Other'],
      ['jobEVService', 'Stamp: Electrical Review', 'Stamp: Electrical Review, Structural Review; Other'],
      ['jobPriority', 'Normal', 'High'],
      ['jobDescription', '', 'Something else'],
      ['jobDeliveryMode', 'Digital copy', 'Wet stamps'],
      ['copiesNumber', '', '3'],
      ['deliveryAddress', '', '1 Box Rd, Salem, MA 01970'],
      ['deliveryPriority', 'Standard', 'Overnight'],
      ['jobAttachmentLinks', 'https://files.example/plan', 'https://files.example/new'],
      ['referenceLinks', '', 'https://ref.example'],
      ['status', 'In progress', 'On hold'],
      ['assignedTo', '', 'Emil E.'],
      ['trackingNumber', '', '1Z999'],
      ['jobAttachmentFiles', '', 'plan.pdf, roof.png'],
    ]);
    expect(
      after.attachments.map(({ fileName, communicationId, uploadedBy }) => [
        fileName,
        communicationId,
        uploadedBy,
      ]),
    ).toEqual([
      [expect.stringMatching(/^plan\.\d{8}T\d{6}\.pdf$/), null, people.employee.email],
      [expect.stringMatching(/^roof\.\d{8}T\d{6}\.png$/), null, people.employee.email],
    ]);
  });

  test('names the employee before and the one after', async () => {
    const job = await newJob(server);
    const first = await updateJob(server, job, 'employee', { assignedTo: people.otherEmployee.email });
    const second = await updateJob(server, first.answer.job, 'employee', { assignedTo: people.admin.email });
    expect(second.answer.job.history[0]).toMatchObject({
      field: 'assignedTo',
      from: 'Edda E.',
      to: 'Ada A.',
    });
    const third = await updateJob(server, second.answer.job, 'employee', { assignedTo: '' });
    expect(third.answer.job.history[0]).toMatchObject({ field: 'assignedTo', from: 'Ada A.', to: '' });
  });

  test('lists the removal of copies and address when the delivery becomes digital', async () => {
    const wet = {
      jobDeliveryMode: 'WET_STAMPS' as const,
      copiesNumber: 2,
      deliveryAddress: { streetName: '1 Box Rd', city: 'Salem', state: 'MA', zipcode: '01970' },
    };
    const job = await newJob(server, wet);
    expect(job).toMatchObject(wet);
    const { job: after } = (await updateJob(server, job, 'client', { jobDeliveryMode: 'DIGITAL_COPY' }))
      .answer;
    expect(after).toMatchObject({ copiesNumber: null, deliveryAddress: null });
    expect(after.history.map(({ field }) => field)).toEqual([
      'deliveryAddress',
      'copiesNumber',
      'jobDeliveryMode',
      'job',
    ]);
  });

  test('of more than a hundred changes has its newest ones in the job, and the earlier ones page by page', async () => {
    const job = await newJob(server);
    await server.db.query(
      `insert into history (job_id, created, user_email, field, to_text)
        select $1, n, $2, 'project', 'Name ' || n from generate_series(1, 220) n`,
      [job.jobId, people.client.email],
    );
    const params = { jobId: job.jobId };
    const { history, historyStartAfter } = (await server.call('job', { as: 'client', params })).answer;
    const all = [...history];
    for (let startAfter: string | null = historyStartAfter; startAfter !== null; ) {
      const body: { startAfter: string } = { startAfter };
      const page = (await server.call('jobHistory', { as: 'client', params, body })).answer;
      expect(page.items.length).toBeLessThanOrEqual(100);
      all.push(...page.items);
      startAfter = page.startAfter;
    }
    expect(history).toHaveLength(100);
    const names = Array.from({ length: 220 }, (_, index) => `Name ${220 - index}`);
    expect(all.map(({ to }) => to)).toEqual([...names, job.jobCode]);
    const body = { startAfter: historyStartAfter ?? '' };
    expect((await server.call('jobHistory', { as: 'otherClient', params, body })).code).toBe('not-found');
  });

  test('is not touched by a refused update or a message', async () => {
    const job = await newJob(server);
    const refused = await updateJob(
      server,
      job,
      'client',
      { project: 'New', jobDeliveryMode: 'WET_STAMPS' },
      { files: [samples.pdf] },
    );
    expect(refused.failure).toMatchObject({
      code: 'invalid',
      issues: [
        { field: 'copiesNumber', message: 'is a required field' },
        { field: 'deliveryAddress', message: 'is a required field' },
      ],
    });
    await send(server, job.jobId, 'client', 'Hello', [samples.pdf]);
    const now = (await server.call('job', { as: 'client', params: { jobId: job.jobId } })).answer;
    expect(now).toMatchObject({ project: job.project, version: job.version, history: job.history });
  });

  test('requires a description when the services include "other"', async () => {
    const job = await newJob(server);
    const reply = await updateJob(server, job, 'client', {
      jobServiceUpdate: [{ category: 'STAMP', evServices: ['OTHER'] }],
    });
    expect(reply.failure).toMatchObject({
      code: 'invalid',
      field: 'jobDescription',
      errorMessage: 'Description is a required field',
    });
  });
});
