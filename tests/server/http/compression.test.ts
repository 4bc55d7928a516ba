import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodingFor } from '../../../server/http/compress.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { openPushEndpoint } from '../../support/push/pushEndpoint.ts';
import { newDevice, pushOptions } from '../../support/push/pushes.ts';
import type { Reply } from '../../support/server/call.ts';
import { openStream } from '../../support/server/eventStream.ts';
import { jobReport, messageOf, newJob, send } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

describe('the encoding of a response', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, zstd', 'zstd'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0', 'br'],
    ['zstd;q=0, br; q=0.000, gzip', 'gzip'],
    ['deflate', null],
    ['identity', null],
    ['gzip;q=0, *;q=9999999', null],
    ['', null],
    [undefined, null],
  ])('for Accept-Encoding %j is %s', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding);
  });
});

onOneDatabase('a response', (start) => {
  const server = start.forAll();
  let jobId: string;
  let link: string;
  beforeAll(async () => {
    const job = await newJob(server, { jobDescription: 'Roof. '.repeat(300) }, { files: [samples.pdf] });
    jobId = job.jobId;
    link = job.attachments[0]?.link ?? '';
  });

  function ask(url: string, encodings: string | null, more: { method?: 'HEAD'; body?: object } = {}) {
    const { method = more.body ? 'POST' : 'GET', body } = more;
    return server.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${server.token('client')}`,
        'idempotency-key': 'the-same',
        ...(encodings !== null && { 'accept-encoding': encodings }),
      },
      ...(body && { body }),
    });
  }

  it.each([
    ['zstd', zstdDecompressSync],
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('in JSON is smaller as %s, and has the same content', async (encoding, unpack) => {
    const plain = await ask(`/api/jobs/${jobId}`, null);
    const small = await ask(`/api/jobs/${jobId}`, encoding);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(small.headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'no-store' });
    for (const { headers } of [plain, small]) expect(headers.vary).toContain('accept-encoding');
    expect(String(unpack(small.rawPayload))).toBe(plain.body);
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(small.headers['content-length']).toBe(String(small.rawPayload.length));
    const head = await ask(`/api/jobs/${jobId}`, encoding, { method: 'HEAD' });
    expect(head.headers['content-length']).toBe(String(small.rawPayload.length));
  });

  it('of a write is identical at a repeat, whatever encoding is accepted then', async () => {
    const body = messageOf(jobId, 'client', 'Once');
    const first = await ask('/api/jobs/update', 'gzip', { body });
    const again = await ask('/api/jobs/update', 'br', { body });
    expect(first.headers['content-encoding']).toBe('gzip');
    expect(String(brotliDecompressSync(again.rawPayload))).toBe(String(gunzipSync(first.rawPayload)));
  });

  it('that is small is not compressed, nor are files, exports and failures without a job', async () => {
    const all = 'gzip, deflate, br, zstd';
    const answers = [
      await ask('/api/users/erasure', all),
      await ask(`/api${link}`, all),
      await ask('/api/evjobs/download', all, { body: { format: 'csv' } }),
      await ask('/api/evjobs/download', all, { body: { format: 'zip', jobId } }),
      await ask('/api/jobs/nothing', all),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 404]);
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(answers.map(() => undefined));
  });

  it('that is an event stream is never buffered for compression', async () => {
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await openStream(origin, server.token('client'));
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    stream.cut();
  });
});

onOneDatabase('a response whose size others may see', (start) => {
  it('contains no secret beside text of other users', async () => {
    const server = await start(pushOptions);
    const service = await openPushEndpoint();
    await newDevice(server, service, 'client');
    const inviteeList = [
      { email: 'new@ev.test', firstName: 'New', lastName: 'Person', userType: 'CLIENT' as const },
    ];
    const invited = await server.call('inviteUsers', { as: 'employee', body: { inviteeList } });
    const { jobId } = await newJob(server);
    await send(server, jobId, 'employee', 'Hello');
    await server.notify();
    await server.db.query(
      "insert into unsubscribe_tokens (token_hash, email, created) values ('token-of-emails', $1, 1)",
      [people.client.email],
    );
    const rows = await server.db.query<{ secret: string }>(
      `select token_hash as secret from invitations union select token_hash from unsubscribe_tokens
        union select unnest(array[endpoint, p256dh, auth]) from push_devices
        union select task_id from tasks union select private_key from vapid_keys`,
    );
    const secrets = [...rows.map(({ secret }) => secret), server.token('client'), server.token('admin')];
    expect(secrets.length).toBeGreaterThan(7);

    const answers: Reply[] = [invited];
    for (const as of ['client', 'admin'] as const) {
      const username = people[as].email;
      answers.push(
        await server.call('jobs', { as, body: { username } }),
        await server.call('job', { as, params: { jobId } }),
        await server.call('conversation', { as, params: { jobId } }),
        await server.call('allMessages', { as, body: { username } }),
        await server.call('notifications', { as }),
        await server.call('profile', { as, params: { email: username } }),
        await server.call('events', { as, body: { cursor: null } }),
      );
    }
    answers.push(
      await server.call('audit', { as: 'admin', body: {} }),
      await server.call('profiles', { as: 'admin', body: {} }),
      await server.call('reportJob', { as: 'client', body: jobReport() }),
    );
    for (const { response } of answers) {
      expect(response.statusCode).toBe(200);
      for (const secret of secrets) expect(response.body).not.toContain(secret);
    }
    await service.close();
  });
});
