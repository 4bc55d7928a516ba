import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { newJob } from '../../support/server/jobs.ts';
import { onPostgres, type TestServer } from '../../support/server/server.ts';

const { bytes } = samples.pdf;
const size = bytes.length;
const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;

onPostgres('a part of a file', (start) => {
  let server: TestServer;
  let url: string;
  beforeAll(async () => {
    server = await start();
    const { attachments } = await newJob(server, {}, { files: [samples.pdf] });
    url = `/api${attachments[0]?.link}`;
  });

  function ask(headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') {
    const authorization = `Bearer ${server.token('client')}`;
    return server.app.inject({ method, url, headers: { authorization, ...headers } });
  }

  it.each([
    ['bytes=0-3', 0, 3],
    ['bytes=5-5', 5, 5],
    ['bytes=7-', 7, size - 1],
    ['bytes=-4', size - 4, size - 1],
    ['bytes=-99999', 0, size - 1],
    ['bytes=3-99999', 3, size - 1],
    ['bytes = 1 - 2', 1, 2],
  ])('requested as %s is sent with its position', async (range, from, to) => {
    const answer = await ask({ range });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to}/${size}`);
    expect(answer.headers['content-length']).toBe(String(to - from + 1));
    expect(answer.rawPayload).toEqual(bytes.subarray(from, to + 1));
  });

  it.each([`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0'])(
    'requested as %s does not exist',
    async (range) => {
      const answer = await ask({ range });
      expect(answer.statusCode).toBe(416);
      expect(answer.headers['content-range']).toBe(`bytes */${size}`);
      expect(answer.rawPayload).toHaveLength(0);
    },
  );

  it.each(['', 'bytes=3-1', 'bytes=-', 'bytes=a-b', 'bytes=0-1,4-5', 'lines=0-1', '0-3'])(
    'requested as %j is answered with the whole file',
    async (range) => {
      const answer = await ask({ range });
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload).toEqual(bytes);
      expect(answer.headers).toMatchObject({
        'accept-ranges': 'bytes',
        etag,
        'content-length': String(size),
      });
      expect(answer.headers['content-range']).toBeUndefined();
    },
  );

  it.each(['', 'bytes=0-3'])('requested as %j has the digest of the whole file', async (range) => {
    const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
    expect((await ask({ range })).headers['repr-digest']).toBe(digest);
  });

  it.each([
    [etag, 206],
    [`W/${etag}`, 200],
    [`"${'0'.repeat(64)}"`, 200],
    ['Sat, 21 Nov 2026 10:30:00 GMT', 200],
  ])('requested on condition of %s is answered with %i', async (ifRange, status) => {
    const answer = await ask({ range: 'bytes=4-', 'if-range': ifRange });
    expect(answer.statusCode).toBe(status);
    expect(answer.rawPayload).toEqual(status === 206 ? bytes.subarray(4) : bytes);
  });

  it('is a download like the whole file, and is not cached', async () => {
    const { headers } = await ask({ range: 'bytes=0-3' });
    expect(headers['content-disposition']).toMatch(/^attachment; /);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
  });

  it('and the rest make the whole file, wherever the connection broke', async () => {
    // The S3 server of the tests takes a part that ends at its first byte for one without an end.
    for (let at = 2; at < size; at += Math.ceil(size / 17)) {
      const first = await ask({ range: `bytes=0-${at - 1}` });
      const rest = await ask({ range: `bytes=${at}-`, 'if-range': String(first.headers.etag) });
      expect(Buffer.concat([first.rawPayload, rest.rawPayload])).toEqual(bytes);
    }
  });

  it('is ignored by HEAD, which describes the whole file', async () => {
    const answer = await ask({ range: 'bytes=0-3' }, 'HEAD');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ etag, 'content-length': String(size), 'accept-ranges': 'bytes' });
    expect(answer.rawPayload).toHaveLength(0);
  });

  it.each(['GET', 'HEAD'] as const)('is not found for another user: %s', async (method) => {
    const authorization = `Bearer ${server.token('otherClient')}`;
    const headers = { authorization, range: 'bytes=0-3' };
    expect((await server.app.inject({ method, url, headers })).statusCode).toBe(404);
    expect((await server.app.inject({ method, url, headers: { range: 'bytes=0-3' } })).statusCode).toBe(401);
  });

  describe('of a file that is missing from the store', () => {
    it('is not found', async () => {
      const own = await start({ errorsExpected: true });
      const { attachments } = await newJob(own, {}, { files: [samples.pdf] });
      await own.files.remove(attachments[0]?.key ?? '');
      const headers = { authorization: `Bearer ${own.token('client')}`, range: 'bytes=0-3' };
      const gone = `/api${attachments[0]?.link}`;
      const answer = await own.app.inject({ url: gone, headers });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ code: 'not-found', errorMessage: errors['not-found'].message });
      expect(answer.headers['content-range']).toBeUndefined();
      expect((await own.app.inject({ method: 'HEAD', url: gone, headers })).statusCode).toBe(404);
    });
  });
});
