import { beforeAll, expect, test } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('an attachment', (start) => {
  const server = start.forAll();
  let jobId: string;
  let file: { key: string; fileName: string };
  beforeAll(async () => {
    const name = renamed(samples.pdf, 'Übersicht "№ 1"; (neu).pdf');
    const job = await newJob(server, {}, { files: [name] });
    jobId = job.jobId;
    const [first] = job.attachments;
    if (!first) throw new Error('no attachment');
    file = first;
  });

  test('is served unchanged, as a download that cannot run and is not cached', async () => {
    const reply = await server.call('attachment', { as: 'client', params: file });
    expect(reply.bytes).toEqual(samples.pdf.bytes);
    const { headers } = reply.response;
    expect(file.fileName).toBe('Übersicht _ 1_ (neu).20261121T193000.pdf');
    expect(headers['content-disposition']).toBe(
      'attachment; filename="_bersicht _ 1_ (neu).pdf"; ' +
        "filename*=UTF-8''%C3%9Cbersicht%20_%201_%20%28neu%29.pdf",
    );
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-length']).toBe(String(samples.pdf.bytes.length));
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('of a message is served by the link in the message', async () => {
    const message = await send(server, jobId, 'employee', 'See', [samples.png, samples.zip]);
    for (const [key, { link, fileName }] of Object.entries(message.fileAttachmentsInfo)) {
      const reply = await server.call('attachment', { as: 'client', params: { key, fileName } });
      expect(reply.bytes).toEqual(fileName.endsWith('.png') ? samples.png.bytes : samples.zip.bytes);
      const byLink = await server.app.inject({
        url: `/api${link}`,
        headers: { authorization: `Bearer ${server.token('client')}` },
      });
      expect(byLink.rawPayload).toEqual(reply.bytes);
    }
  });

  test.each([
    ['client', ''],
    ['employee', ''],
    ['admin', ''],
    ['otherClient', 'not-found'],
    ['pending', 'not-approved'],
    ['unverified', 'not-verified'],
    [null, 'unauthorized'],
  ] as const)('is served to %s', async (as, code) => {
    expect((await server.call('attachment', { as, params: file })).code).toBe(code);
  });

  test.each([
    ['another name', { fileName: 'plan.pdf' }],
    ['another key', { key: '0'.repeat(48) }],
    ['a key that is none', { key: 'nothing' }],
    ['a path for a key', { key: '../../etc' }],
    ['a path for a name', { fileName: '../../../etc/passwd' }],
    ['a zero character', { fileName: 'a\0' }],
  ])('is not found for %s', async (_, change) => {
    expect((await server.call('attachment', { as: 'client', params: { ...file, ...change } })).code).toBe(
      'not-found',
    );
  });

  test('that is missing from the store is not found, and the log names it', async () => {
    const own = await start({ errorsExpected: true });
    const { attachments } = await newJob(own, {}, { files: [samples.pdf] });
    const { key = '', fileName = '' } = attachments[0] ?? {};
    await own.files.remove(key);
    const reply = await own.call('attachment', { as: 'client', params: { key, fileName } });
    expect(reply.failure).toEqual({ code: 'not-found', errorMessage: errors['not-found'].message });
    expect(own.logs).toContainEqual(expect.objectContaining({ key }));
  });
});
