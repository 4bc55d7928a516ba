import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { jobReport, messageOf, newJob, send } from '../../support/server/jobs.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

onOneDatabase('while the file store is down', (start) => {
  const server = start.forAll({ errorsExpected: true });

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

onOneDatabase('a full disk', (start) => {
  const ready = async ({ app }: TestServer) => (await app.inject('/api/readyz')).json();

  test.skipIf(process.platform === 'win32')(
    'makes /api/readyz fail while it is full, and while the data folder cannot be written to',
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'ev-data-'));
      onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
      const server = await start({ dataDir });
      const well = { body: { status: 'ok', database: 'ok', files: 'ok', disk: 'ok' } };
      const full = { errorMessage: 'Not ready: disk.', database: 'ok', files: 'ok', disk: 'down' };
      expect(await ready(server)).toEqual(well);

      // The device whose every write fails as on a full disk.
      const probe = join(dataDir, 'ready.probe');
      await symlink('/dev/full', probe);
      expect(await ready(server)).toMatchObject(full);
      expect(JSON.stringify(server.logs)).toContain('ENOSPC');
      await rm(probe, { force: true });
      expect(await ready(server)).toEqual(well);

      await rename(dataDir, `${dataDir}-away`);
      expect(await ready(server)).toMatchObject(full);
      await rename(`${dataDir}-away`, dataDir);
      expect(await ready(server)).toEqual(well);
    },
  );

  test('is tested once for simultaneous requests', async () => {
    let tries = 0;
    const server = await start();
    const counted = {
      ...server.files,
      ready: async () => {
        tries += 1;
      },
    };
    const other = await start({ files: counted, db: server.db });
    await Promise.all(Array.from({ length: 20 }, () => ready(other)));
    expect(tries).toBe(1);
    await ready(other);
    expect(tries).toBe(2);
  });
});
