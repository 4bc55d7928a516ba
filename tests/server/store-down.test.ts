import { beforeAll, expect, test } from 'vitest';
import { errors } from '../../src/contract/errorCatalogue.ts';
import { jobReport, messageOf, newJob, send } from '../support/jobs.ts';
import { samples } from '../support/sampleFiles.ts';
import { onBothDatabases, type TestServer } from '../support/server.ts';

onBothDatabases('while the file store is down', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({ errorsExpected: true });
  });

  test('writes with files and downloads are answered 503, write nothing, and work again once it is back', async () => {
    const { jobId, attachments } = await newJob(server, {}, { files: [samples.pdf] });
    const { key = '', fileName = '' } = attachments[0] ?? {};
    const download = () => server.call('attachment', { as: 'client', params: { key, fileName } });
    const report = { as: 'client' as const, body: jobReport(), files: [samples.pdf], key: 'while-down' };

    await server.store.goAway();
    const refused = [
      await server.call('reportJob', report),
      await server.call('updateJob', {
        as: 'client',
        body: messageOf(jobId, 'client', 'Hi'),
        files: [samples.png],
      }),
      await download(),
    ];
    for (const reply of refused) {
      expect(reply.failure).toEqual({ code: 'unavailable', errorMessage: errors.unavailable.message });
    }
    expect((await server.app.inject('/api/readyz')).statusCode).toBe(503);
    // What needs no file goes on.
    expect((await send(server, jobId, 'client', 'Without files')).content).toBe('Without files');
    await server.store.comeBack();

    expect((await server.app.inject('/api/readyz')).statusCode).toBe(200);
    expect((await download()).bytes).toEqual(samples.pdf.bytes);
    const messages = (await server.call('conversation', { as: 'client', params: { jobId } })).answer;
    expect(messages.map(({ content }) => content)).toEqual(['Without files']);
    expect((await server.call('reportJob', report)).answer.attachments).toHaveLength(1);
  });
});
