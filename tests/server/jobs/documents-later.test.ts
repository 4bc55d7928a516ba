import { expect, test } from 'vitest';
import { lacksDocuments } from '../../../src/contract/jobs/jobDetails.ts';
import { jobReport, newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const later = { jobAttachmentLinks: '', clientSendsDocuments: true };

onOneDatabase('a job whose client will send the documents', (start) => {
  test('is entered by staff, asks the client for them behind the note, and lacks them', async () => {
    const server = await start();
    const job = await newJob(server, { ...later, message: 'Taken by phone.' }, { as: 'employee' });
    expect(lacksDocuments(job)).toBe(true);
    const { answer } = await server.call('conversation', { as: 'client', params: { jobId: job.jobId } });
    expect(answer.map(({ content }) => content)).toEqual([
      'Taken by phone.',
      expect.stringContaining('Please send us the documents for this job'),
    ]);
    expect(answer.map(({ toUserId }) => toUserId)).toEqual([people.client.email, people.client.email]);
  });

  test('is refused from a client, who attaches them', async () => {
    const server = await start();
    const { failure } = await server.call('reportJob', { as: 'client', body: jobReport(later) });
    expect(failure).toMatchObject({ code: 'forbidden' });
  });

  test('asks for nothing that came with it', async () => {
    const server = await start();
    const job = await newJob(
      server,
      { clientSendsDocuments: true, jobAttachmentLinks: 'https://files.example/a' },
      { as: 'employee' },
    );
    expect(lacksDocuments(job)).toBe(false);
    const { answer } = await server.call('conversation', { as: 'client', params: { jobId: job.jobId } });
    expect(answer).toEqual([]);
  });

  test('says in the invitation of a new client that documents are needed', async () => {
    const server = await start();
    const email = 'phoned@roofers.test';
    await newJob(server, { ...later, jobReporter: email, invitesClient: true }, { as: 'employee' });
    await server.notify();
    const [invitation] = server.emails.filter(({ to }) => to === email);
    expect(invitation?.text).toContain('We need its documents from you to begin.');
  });
});
