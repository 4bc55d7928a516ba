import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { askOverSocket, portOf } from '../../support/network/socketCall.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

type Request = Parameters<ReturnType<typeof askOverSocket>>[0];

onOneDatabase('the header that marks our responses', (start) => {
  let server: TestServer;
  let port: number;
  let signedIn: Record<string, string>;
  beforeAll(async () => {
    server = await start({ rateLimit: { exports: 1 } });
    port = await portOf(server);
    signedIn = { authorization: `Bearer ${server.token('client')}`, 'content-type': 'application/json' };
  });

  const get = (url: string, headers: Record<string, string> = {}): Request => ({
    method: 'GET',
    url,
    headers,
  });
  const post = (url: string, payload: string, headers: Record<string, string> = {}): Request => ({
    method: 'POST',
    url,
    headers: { ...signedIn, ...headers },
    payload,
  });
  const tus = { 'tus-resumable': '1.0.0' };

  const requests: [name: string, status: number, request: () => Request][] = [
    ['a health check', 200, () => get('/api/healthz')],
    ['a read', 200, () => post('/api/v2/evjobs', JSON.stringify({ username: people.client.email }))],
    ['a call without a token', 401, () => get('/api/evjobs/stats')],
    ['a call that may not be made', 403, () => post('/api/users/profiles', '{}')],
    ['a job that does not exist', 404, () => get('/api/jobs/nothing', signedIn)],
    ['an unknown path', 404, () => get('/api/nowhere')],
    ['a path that cannot be decoded', 404, () => get('/api/jobs/%E0%A4%A')],
    ['a body that is too large', 413, () => post('/api/v2/evjobs', `{"a":"${'x'.repeat(1_100_000)}"}`)],
    ['a body that is no JSON', 422, () => post('/api/v2/evjobs', '{')],
    ['an unread content type', 422, () => post('/api/v2/evjobs', 'x', { 'content-type': 'text/plain' })],
    ['an offer of uploads', 204, () => ({ method: 'HEAD', url: '/api/uploads', headers: {} })],
    [
      'an upload that does not exist',
      404,
      () => ({ method: 'HEAD', url: `/api/uploads/${'a'.repeat(32)}`, headers: { ...signedIn, ...tus } }),
    ],
    [
      'a new upload',
      201,
      () => ({ method: 'POST', url: '/api/uploads', headers: { ...signedIn, ...tus, 'upload-length': '5' } }),
    ],
    ['a file that is exported', 200, () => post('/api/evjobs/download', '{"format":"csv"}')],
    ['one export too many', 429, () => post('/api/evjobs/download', '{"format":"csv"}')],
  ];

  it.each(requests)('is on %s, a %i', async (_, status, request) => {
    const answer = await askOverSocket(port)(request());
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['ev-jobs']).toBe('1');
  });

  it('is on the response to malformed HTTP and to a head that is too large', async () => {
    for (const sent of [
      'NONSENSE\r\n\r\n',
      `GET /api/healthz HTTP/1.1\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`,
    ]) {
      const socket = connect(port, '127.0.0.1');
      socket.write(sent);
      const said = await text(socket);
      expect(said).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(said).toMatch(/^ev-jobs: 1\r$/im);
    }
  });

  it('is on the event stream', async () => {
    const stop = new AbortController();
    const stream = await fetch(`http://127.0.0.1:${port}/api/events/stream`, {
      headers: signedIn,
      signal: stop.signal,
    });
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.headers.get('ev-jobs')).toBe('1');
    stop.abort();
  });

  it('is on a failure of the server itself, and on the response to a foreign host name', async () => {
    const breaks = await start({ development: true, publicUrl: 'http://ev.test' });
    const strange = await breaks.app.inject({ url: '/api/healthz', headers: { host: 'evil.test' } });
    expect(strange.statusCode).toBe(404);
    expect(strange.headers['ev-jobs']).toBe('1');
    const broken = await start({
      verifyToken: () => Promise.reject(new Error('no')),
      errorsExpected: true,
    });
    const failed = await broken.app.inject({ url: '/api/evjobs/stats', headers: signedIn });
    expect(failed.statusCode).toBe(500);
    expect(failed.headers['ev-jobs']).toBe('1');
  });
});
