import { expect, test } from 'vitest';
import { renewKeys } from '../../../server/data/jobs/duplicateJob.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { jobReport, newJob, updateJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const sentence = "There's an existing job for with same requested services for the provided address.";

onOneDatabase('a duplicate job', (start) => {
  const server = start.forAll();

  const otherReporter = { jobReporter: people.otherClient.email };

  test('is refused in the specification’s words, with the job that exists', async () => {
    const first = await newJob(server);
    const { address, jobEVService } = first;
    const again = await server.call('reportJob', {
      as: 'client',
      body: jobReport({ address, jobEVService }),
    });
    expect(again.status).toBe(409);
    expect(again.failure).toEqual({ code: 'duplicate-job', errorMessage: sentence, jobId: first.jobId });
    const ofStaff = await server.call('reportJob', {
      as: 'employee',
      body: jobReport({ address, ...otherReporter }),
    });
    expect(ofStaff.failure).toMatchObject({ code: 'duplicate-job', jobId: first.jobId });
  });

  test('does not reveal the existing job to users who may not see it', async () => {
    const { address } = await newJob(server);
    const again = await server.call('reportJob', {
      as: 'otherClient',
      body: jobReport({ address, ...otherReporter }),
    });
    expect(again.failure).toEqual({ code: 'duplicate-job', errorMessage: sentence });
  });

  test('is recognised whether its state is written by code or by name, and the code is stored', async () => {
    const address = { streetName: '5 Mesa Way', city: 'Tempe', state: 'AZ', zipcode: '85281' };
    const first = await newJob(server, { address });
    for (const state of ['Arizona', ' ARIZONA', 'az', 'A.Z.', 'ariz.', 'Ariz,']) {
      const again = await server.call('reportJob', {
        as: 'client',
        body: jobReport({ address: { ...address, state } }),
      });
      expect(again.failure, state).toMatchObject({ code: 'duplicate-job', jobId: first.jobId });
    }
    const spelled = await newJob(server, {
      address: { ...address, streetName: '6 Mesa Way', state: 'new  mexico' },
    });
    expect(spelled.address.state).toBe('NM');
    const abroad = await newJob(server, {
      address: { ...address, streetName: '7 Mesa Way', state: 'Ontario' },
    });
    expect(abroad.address.state).toBe('Ontario');
  });

  test('is recognised however the street and the city are spelled', async () => {
    const first = await newJob(server, {
      address: {
        streetName: '77 North Third Street, Apt 5-C',
        city: 'Saint Paul',
        state: 'MN',
        zipcode: '55101',
      },
    });
    const again = await server.call('reportJob', {
      as: 'client',
      body: jobReport({
        address: { streetName: '77 N. 3rd St #5C', city: 'St. Paul', state: 'MN', zipcode: '55101-2000' },
      }),
    });
    expect(again.failure).toMatchObject({ code: 'duplicate-job', jobId: first.jobId });
    const neighbor = { streetName: '77 N 3rd St #5D', city: 'St Paul', state: 'MN', zipcode: '55101' };
    expect((await newJob(server, { address: neighbor })).status).toBe('IN_PROGRESS');
  });

  test('is recognised by the normalized address and the set of services, not by their spelling', async () => {
    const first = await newJob(server, {
      address: { streetName: '12 Élm  St.', city: 'Boston', state: 'MA', zipcode: '02101' },
      jobEVService: [
        { category: 'STAMP', evServices: ['EE', 'SE'] },
        { category: 'RE_STAMP', evServices: ['EE'] },
      ],
    });
    const again = await server.call('reportJob', {
      as: 'client',
      body: jobReport({
        project: 'Another name',
        address: { streetName: ' 12 elm st', city: 'BOSTON', state: 'ma', zipcode: '02101-1234' },
        jobEVService: [
          { category: 'RE_STAMP', evServices: ['EE'] },
          { category: 'STAMP', evServices: ['SE'] },
          { category: 'STAMP', evServices: ['EE', 'SE'] },
        ],
      }),
    });
    expect(again.failure).toMatchObject({ code: 'duplicate-job', jobId: first.jobId });
  });

  test.each([
    ['another service', { jobEVService: [{ category: 'STAMP' as const, evServices: ['SE' as const] }] }],
    [
      'more services',
      { jobEVService: [{ category: 'STAMP' as const, evServices: ['EE' as const, 'SE' as const] }] },
    ],
    [
      'another request type',
      { jobEVService: [{ category: 'RE_STAMP' as const, evServices: ['EE' as const] }] },
    ],
    [
      'another house',
      { address: { streetName: '1 2 Oak St', city: 'Boston', state: 'MA', zipcode: '02101' } },
    ],
  ])('is not a job with %s', async (_, difference) => {
    const { address } = await newJob(server);
    expect((await newJob(server, { address, ...difference })).status).toBe('IN_PROGRESS');
  });

  test('may be submitted when the older job is cancelled, which then cannot be reopened', async () => {
    const first = await newJob(server);
    const cancelled = await updateJob(server, first, 'client', { status: 'CANCELLED' });
    const second = await newJob(server, { address: first.address });
    const reopened = await updateJob(server, cancelled.answer.job, 'employee', { status: 'IN_PROGRESS' });
    expect(reopened.failure).toEqual({ code: 'duplicate-job', errorMessage: sentence, jobId: second.jobId });
  });

  test('is not a revision of it; the revision says so', async () => {
    const first = await newJob(server);
    const revision = await newJob(server, { address: first.address, revisionOf: first.jobId });
    expect(revision).toMatchObject({ category: 'REVISION', revisionOf: first.jobId });
    const another = await newJob(server, { address: first.address, revisionOf: first.jobId });
    expect(another.revisionOf).toBe(first.jobId);
    const ofForeign = await server.call('reportJob', {
      as: 'otherClient',
      body: jobReport({ address: first.address, revisionOf: first.jobId, ...otherReporter }),
    });
    expect(ofForeign.failure).toMatchObject({ code: 'invalid', field: 'revisionOf' });
  });

  test('cannot be made by changing another job', async () => {
    const first = await newJob(server);
    const second = await newJob(server);
    const byAddress = await updateJob(
      server,
      second,
      'client',
      { address: first.address, project: 'Moved' },
      { files: [samples.pdf] },
    );
    expect(byAddress.failure).toEqual({ code: 'duplicate-job', errorMessage: sentence, jobId: first.jobId });
    const now = (await server.call('job', { as: 'client', params: { jobId: second.jobId } })).answer;
    expect(now).toEqual(second);
  });

  test('is accepted once of many simultaneous reports, and the files of the others are removed', async () => {
    const { address } = jobReport();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.call('reportJob', { as: 'client', body: jobReport({ address }), files: [samples.pdf] }),
      ),
    );
    expect(replies.map(({ code }) => code).sort()).toEqual(['', ...Array(7).fill('duplicate-job')]);
    const made = replies.find(({ status }) => status === 200)?.answer.jobId;
    for (const reply of replies) if (reply.status !== 200) expect(reply.failure.jobId).toBe(made);
    expect(await server.db.query('select 1 from attachments where job_id = $1', [made])).toHaveLength(1);
  });

  test('cannot be made by two simultaneous changes', async () => {
    const { address } = jobReport();
    const jobs = [await newJob(server), await newJob(server), await newJob(server), await newJob(server)];
    const replies = await Promise.all(jobs.map((job) => updateJob(server, job, 'client', { address })));
    expect(replies.map(({ code }) => code).sort()).toEqual(['', ...Array(3).fill('duplicate-job')]);
  });

  test('is recognized among jobs whose keys an earlier version wrote, and an older pair goes on', async () => {
    const address = { streetName: '2210 W 600 S', city: 'Provo', state: 'UT', zipcode: '84601' };
    const spelled = { ...address, streetName: '2210 West 600 South' };
    const first = await newJob(server, { address });
    const second = await newJob(server, { address: { ...address, streetName: '9 Elm St' } });
    const cancelled = await newJob(server, { address: { ...address, streetName: '10 Elm St' } });
    await updateJob(server, cancelled, 'employee', { status: 'CANCELLED' });
    const earlier = `update jobs set duplicate_key = encode(sha256(job_id::bytea), 'hex'), address = $2::jsonb
      where job_id = $1`;
    for (const { jobId } of [first, second, cancelled])
      await server.db.query(earlier, [jobId, JSON.stringify(jobId === first.jobId ? address : spelled)]);
    while (await server.db.tx(renewKeys));
    const third = await server.call('reportJob', { as: 'client', body: jobReport({ address: spelled }) });
    expect(third.failure).toMatchObject({ code: 'duplicate-job', jobId: first.jobId });
    const paired = await updateJob(server, second, 'employee', { project: 'Goes on' });
    expect(paired.status).toBe(200);
    const { answer: now } = await server.call('job', {
      as: 'employee',
      params: { jobId: cancelled.jobId },
    });
    const reopened = await updateJob(server, now, 'employee', { status: 'IN_PROGRESS' });
    expect(reopened.code).toBe('duplicate-job');
  });

  test('with the code of another job is refused', async () => {
    const { jobCode } = await newJob(server);
    const again = await server.call('reportJob', { as: 'client', body: jobReport({ jobCode }) });
    expect(again.code).toBe('code-taken');
    const atOnce = await Promise.all(
      Array.from({ length: 5 }, () =>
        server.call('reportJob', { as: 'client', body: jobReport({ jobCode: 'SAME' }) }),
      ),
    );
    expect(atOnce.map(({ code }) => code).sort()).toEqual(['', ...Array(4).fill('code-taken')]);
  });
});
