import { expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { jobReport, jobUpdate, newJob, updateJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

type Report = RequestOf<'reportJob'>;

onOneDatabase('reporting a job', (start) => {
  const server = start.forAll();

  test('stores every field, the files and the note as first message, and returns what is read later', async () => {
    const body = jobReport({
      jobDeliveryMode: 'WET_STAMPS',
      copiesNumber: 2,
      deliveryAddress: { streetName: '1 Box Rd', city: 'Salem', state: 'MA', zipcode: '01970' },
      deliveryPriority: 'OVERNIGHT',
      jobPriority: 'HIGH',
      jobDescription: 'The whole\nstory',
      referenceLinks: 'https://ref.example',
      message: 'Please be quick',
    });
    const made = (await server.call('reportJob', { as: 'client', body, files: [samples.pdf, samples.zip] }))
      .answer;
    const { jobAttachmentFiles2, ...same } = body;
    const now = Math.floor(server.clock.nowMs / 1000);
    expect(made).toMatchObject({
      ...same,
      status: 'IN_PROGRESS',
      reporter: 'Clara C.',
      jobReporterDetails: { company: 'Solar Roofs', phoneNumber: '+14155550132' },
      assignedTo: '',
      assignedToName: '',
      trackingNumber: '',
      revisionOf: null,
      version: 1,
      createdTimestamp: now,
      updatedTimestamp: now,
      newMessages: 0,
    });
    expect(made.jobId).toMatch(/^[\w-]{20}$/);
    expect(made.attachments.map(({ fileName, communicationId }) => [fileName, communicationId])).toEqual([
      ['plan.20261121T193000.pdf', null],
      ['all.20261121T193000.zip', null],
    ]);
    expect((await server.call('job', { as: 'client', params: { jobId: made.jobId } })).answer).toEqual(made);
    const messages = (await server.call('conversation', { as: 'employee', params: { jobId: made.jobId } }))
      .answer;
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      content: 'Please be quick',
      fromUserId: people.client.email,
      toUserId: '',
    });
  });

  test.each([
    ['(415) 555-0199', '+14155550199'],
    ['415.555.0132', '+14155550132'],
    ['ask at the gate', 'ask at the gate'],
    ['', '+14155550132'],
    [undefined, '+14155550132'],
  ])('with phone number %j has %s', async (typed, shown) => {
    const { jobId, jobReporterDetails } = await newJob(server, {
      ...(typed !== undefined && { phoneNumber_auto_filled: typed }),
    });
    expect(jobReporterDetails.phoneNumber).toBe(shown);
    const { items } = (await server.call('searchJobs', { as: 'employee', body: {} })).answer;
    expect(items.find((job) => job.jobId === jobId)?.jobReporterDetails.phoneNumber).toBe(shown);
    const [profile] = await server.db.query<{ phone_number: string }>(
      'select phone_number from users where email = $1',
      [people.client.email],
    );
    expect(profile?.phone_number).toBe('+14155550132');
  });

  test('keeps its own number when the profile changes, and follows the profile where it has the same', async () => {
    const own = await newJob(server, { phoneNumber_auto_filled: '(415) 555-0199' });
    const same = await newJob(server, { phoneNumber_auto_filled: '(415) 555-0132' });
    const change = (phoneNumber: string) =>
      server.call('updateProfiles', {
        as: 'client',
        body: { profiles: [{ email: people.client.email, phoneNumber }] },
      });
    await change('(415) 555-0144');
    const phoneOf = async ({ jobId }: { jobId: string }) =>
      (await server.call('job', { as: 'client', params: { jobId } })).answer.jobReporterDetails.phoneNumber;
    expect(await phoneOf(own)).toBe('+14155550199');
    expect(await phoneOf(same)).toBe('+14155550144');
    await change('(415) 555-0132');
  });

  test('needs no note and, with links, no file', async () => {
    const { jobId, attachments } = await newJob(server);
    expect(attachments).toEqual([]);
    expect((await server.call('conversation', { as: 'client', params: { jobId } })).answer).toEqual([]);
  });

  test('is allowed to clients for themselves, and to staff for any approved client', async () => {
    const { email } = people.client;
    const forOther = await server.call('reportJob', {
      as: 'otherClient',
      body: jobReport({ jobReporter: email }),
    });
    expect(forOther.code).toBe('not-found');
    const byStaff = await newJob(server, { message: 'On the phone' }, { as: 'employee' });
    expect(byStaff).toMatchObject({ jobReporter: email, reporter: 'Clara C.', newMessages: 0 });
    expect(byStaff.history[0]).toMatchObject({ user: people.employee.email, field: 'job' });
    const [note] = (await server.call('conversation', { as: 'client', params: { jobId: byStaff.jobId } }))
      .answer;
    expect(note).toMatchObject({ fromUserId: people.employee.email, toUserId: email });
    for (const name of ['pending', 'refused', 'employee', 'withoutProfile'] as const) {
      const body = jobReport({ jobReporter: people[name].email });
      const reply = await server.call('reportJob', { as: 'admin', body });
      expect(reply.failure).toMatchObject({
        code: 'invalid',
        field: 'jobReporter',
        errorMessage: 'Client’s email must belong to an approved client',
      });
    }
  });

  test('makes a job that others cannot read, change or tell from a missing one', async () => {
    const job = await newJob(server);
    for (const jobId of [job.jobId, 'unknown']) {
      const read = await server.call('job', { as: 'otherClient', params: { jobId } });
      const changed = await updateJob(server, { jobId, version: 1 }, 'otherClient', { project: 'Mine' });
      const talked = await server.call('conversation', { as: 'otherClient', params: { jobId } });
      for (const reply of [read, changed, talked]) {
        expect(reply.failure).toEqual({
          code: 'not-found',
          errorMessage: 'This doesn’t exist, or you don’t have access to it.',
        });
      }
    }
    const inAnotherName = await server.call('updateJob', {
      as: 'client',
      body: { ...jobUpdate(job, 'client', { project: 'x' }), jobUpdateUser: people.employee.email },
    });
    expect(inAnotherName.code).toBe('not-found');
  });

  const wet = { jobDeliveryMode: 'WET_STAMPS', copiesNumber: 1 } as const;
  const address = jobReport().address;
  const deliveryAddress = address;
  const bad: [
    what: string,
    changes: Partial<Record<keyof Report, unknown>>,
    field: string,
    sentence: string,
  ][] = [
    ['no project', { project: ' ' }, 'project', 'Project name is a required field'],
    ['no code', { jobCode: '' }, 'jobCode', 'Job code is a required field'],
    ['no reporter', { jobReporter: '' }, 'jobReporter', 'Client’s email is a required field'],
    [
      'a reporter who is no address',
      { jobReporter: 'me' },
      'jobReporter',
      'Client’s email must be a valid email',
    ],
    ['no city', { address: { ...address, city: '' } }, 'address.city', 'City is a required field'],
    [
      'a zip code of four digits',
      { address: { ...address, zipcode: '0197' } },
      'address.zipcode',
      'Zip code is not valid (12345-6789)',
    ],
    [
      'a property type of no kind',
      { jobType: 'SHIP' },
      'jobType',
      'Property type must be either commercial, residential or business',
    ],
    [
      'a request type of no kind',
      { category: 'REVISION' },
      'category',
      'Request type must be either re-stamp, stamp or other',
    ],
    ['no priority', { jobPriority: '' }, 'jobPriority', 'Priority is a required field'],
    [
      'a priority of no kind',
      { jobPriority: 'LOW' },
      'jobPriority',
      'Priority must be either high or normal',
    ],
    [
      'a delivery mode of no kind',
      { jobDeliveryMode: 'FAX' },
      'jobDeliveryMode',
      'Delivery method must be either digital copy or wet stamps',
    ],
    [
      'a delivery of no kind',
      { deliveryPriority: 'SLOW' },
      'deliveryPriority',
      'Delivery speed must be either overnight or standard',
    ],
    ['no services', { jobEVService: [] }, 'jobEVService', 'ev-service may have at least 1 value selected'],
    [
      'a group without services',
      { jobEVService: [{ category: 'STAMP', evServices: [] }] },
      'jobEVService.0.evServices',
      'service may have at least 1 value selected',
    ],
    [
      'empty groups only',
      { jobEVService: [null, {}, { category: '', evServices: [] }] },
      'jobEVService',
      'ev-service may have at least 1 value selected',
    ],
    [
      'an unknown service',
      { jobEVService: [{ category: 'STAMP', evServices: ['XX'] }] },
      'jobEVService.0.evServices.0',
      'Services must be from the list',
    ],
    [
      'another service and no description',
      { jobEVService: [{ category: 'STAMP', evServices: ['OTHER'] }] },
      'jobDescription',
      'Description is a required field',
    ],
    [
      'wet stamps without copies',
      { ...wet, copiesNumber: null, deliveryAddress },
      'copiesNumber',
      'Number of copies is a required field',
    ],
    ['wet stamps without an address', wet, 'deliveryAddress', 'Delivery address is a required field'],
    [
      'neither files nor links',
      { jobAttachmentLinks: '' },
      'jobAttachmentFiles2',
      'Attachment must have at least one file selected',
    ],
    [
      'files it only speaks of',
      { jobAttachmentLinks: '', jobAttachmentFiles2: [{ name: 'a.pdf', type: 'application/pdf', size: 1 }] },
      'jobAttachmentFiles2',
      'Attachment must have at least one file selected',
    ],
    [
      'words for links',
      { jobAttachmentLinks: 'sent by email' },
      'jobAttachmentLinks',
      'Document links must be links that begin with https://, one per line',
    ],
    [
      'half a character',
      { project: '\ud800' },
      'project',
      'Project name must be text without control characters',
    ],
  ];
  test.each(bad)(
    'with %s is refused with the rule’s message, and writes nothing',
    async (_, changes, field, sentence) => {
      const body = { ...jobReport(), ...changes } as Report;
      const reply = await server.call('reportJob', { as: 'client', body });
      expect(reply.status).toBe(422);
      expect(reply.failure).toMatchObject({ code: 'invalid', field, errorMessage: sentence });
      expect(await server.db.query('select 1 from jobs where job_code = $1', [body.jobCode])).toEqual([]);
    },
  );
});
