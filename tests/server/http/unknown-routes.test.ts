import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFailure } from '../../support/server/call.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const notFound = { errorMessage: 'This doesn’t exist, or you don’t have access to it.', code: 'not-found' };

/** What the build makes, as far as serving it goes. */
async function buildFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-app-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>EV Jobs</title>');
  await writeFile(join(folder, 'assets', 'index-a1b2c3.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'index-a1b2c3.js.br'), brotliCompressSync('export {};'));
  await writeFile(join(folder, 'index.html.gz'), gzipSync('<!doctype html><title>EV Jobs</title>'));
  await writeFile(join(folder, 'sw.js'), '/* worker */');
  await writeFile(join(folder, 'sw.js.map'), '{"sourcesContent":[]}');
  await writeFile(join(folder, 'assets', 'index-a1b2c3.js.map'), '{"sourcesContent":[]}');
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite', 'manifest.json'), '{}');
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  return folder;
}

onOneDatabase('the server', (start) => {
  let server: TestServer;
  let appDir: string;
  beforeAll(async () => {
    appDir = await buildFolder();
    server = await start({ appDir });
  });
  afterAll(() => rm(appDir, { recursive: true, force: true }));

  it('serves the compressed files of the build to clients that accept them', async () => {
    const asset = (encodings: string) =>
      server.app.inject({ url: '/assets/index-a1b2c3.js', headers: { 'accept-encoding': encodings } });
    const small = await asset('gzip, deflate, br');
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(small.headers.vary).toMatch(/accept-encoding/i);
    expect(String(brotliDecompressSync(small.rawPayload))).toBe('export {};');
    const plain = await asset('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe('export {};');
    const home = await server.app.inject({
      url: '/jobs/listing/all',
      headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
    });
    expect(home.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' });
    expect(String(gunzipSync(home.rawPayload))).toContain('EV Jobs');
  });

  it.each([
    '/sw.js.map',
    '/assets/index-a1b2c3.js.map',
    '/assets/index-a1b2c3.js%2emap',
    '/.vite/manifest.json',
  ])('does not serve %s, which would reveal the sources', async (url) => {
    expect((await server.app.inject({ url })).statusCode).toBe(404);
    expect((await server.app.inject({ url, headers: { 'accept-encoding': 'br' } })).statusCode).toBe(404);
  });

  function page(url: string) {
    return server.app.inject({
      method: 'GET',
      url,
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
  }

  function post(url: string, payload: string | Buffer, headers: Record<string, string> = {}) {
    return server.app.inject({
      method: 'POST',
      url,
      payload,
      headers: {
        authorization: `Bearer ${server.token('client')}`,
        'content-type': 'application/json',
        ...headers,
      },
    });
  }

  describe('answers an unknown call with the envelope', () => {
    it.each([
      ['GET', '/api'],
      ['GET', '/api/'],
      ['GET', '/api/nothing'],
      ['GET', '/api/jobs'],
      ['GET', '/api/jobs/report'],
      ['POST', '/api/jobs/some-id'],
      ['DELETE', '/api/jobs/some-id'],
      ['PUT', '/api/jobs/report'],
      ['PATCH', '/api/users/update/profiles'],
      ['GET', '/api/jobs/a/b/c'],
      ['GET', '/api/%zz'],
      ['GET', '/api/jobs/%E0%A4%A'],
      ['GET', '/%E0%A4%A'],
      ['GET', '/dev/mail'],
    ] as const)('%s %s', async (method, url) => {
      const headers = { accept: 'text/html', authorization: `Bearer ${server.token('client')}` };
      const response = await server.app.inject({ method, url, headers });
      expect(response.statusCode).toBe(404);
      checkFailure(response);
      expect(response.json()).toEqual(notFound);
    });

    it.each([
      ['a NUL in it', '%00'],
      ['half a character', '%ED%A0%80'],
      ['2,500 characters', 'x'.repeat(2500)],
      ['dots', '..%2f..%2fetc%2fpasswd'],
      ['a quote', "'%20or%20'1'='1"],
    ])('a job whose id has %s', async (_, id) => {
      const headers = { authorization: `Bearer ${server.token('client')}` };
      const response = await server.app.inject({ method: 'GET', url: `/api/jobs/${id}`, headers });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(notFound);
    });
  });

  describe('answers a malformed request with the envelope', () => {
    const good = JSON.stringify({ username: people.client.email });

    it.each([
      ['malformed JSON', '{"username":', {}, 'invalid'],
      ['an empty body', '', {}, 'invalid'],
      ['a list', '[]', {}, 'invalid'],
      ['a number', '1', {}, 'invalid'],
      ['null for an object', 'null', {}, 'invalid'],
      ['an unknown content type', good, { 'content-type': 'text/xml' }, 'invalid'],
      ['a form', 'username=clara', { 'content-type': 'application/x-www-form-urlencoded' }, 'invalid'],
      [
        'multipart where no files are taken',
        good,
        { 'content-type': 'multipart/form-data; boundary=x' },
        'invalid',
      ],
      [
        'a body that poisons the prototype',
        '{"__proto__":{"admin":true},"username":"clara@ev.test"}',
        {},
        'invalid',
      ],
      ['a wrong length', good, { 'content-length': '3' }, 'invalid'],
      ['a cursor that is none', '{"username":"clara@ev.test","startAfter":"nonsense"}', {}, 'bad-cursor'],
      ['a NUL in a text', '{"username":"clara@ev.test","startAfter":"\\u0000"}', {}, 'invalid'],
      ['half a character in a text', '{"username":"clara@ev.test","startAfter":"\\ud800"}', {}, 'invalid'],
    ])('%s', async (_, payload, headers, code) => {
      const response = await post('/api/v2/evjobs', payload, headers);
      checkFailure(response);
      expect(response.json()).toMatchObject({ code });
      expect(response.statusCode).toBe(422);
    });

    it('names every invalid field, and the first one in the message', async () => {
      const response = await post('/api/v2/evjobs', '{"username":"x","statues":["NEVER"]}');
      expect(response.json()).toMatchObject({
        errorMessage: 'This must be a valid email',
        code: 'invalid',
        field: 'username',
        issues: [{ field: 'username', message: 'must be a valid email' }, { field: 'statues.0' }],
      });
    });

    it('more than a megabyte of JSON', async () => {
      const response = await post('/api/v2/evjobs', `{"username":"${'x'.repeat(1024 * 1024)}"}`);
      expect(response.statusCode).toBe(413);
      expect(response.json()).toEqual({
        errorMessage: 'The request is larger than 8 KB.',
        code: 'too-large',
      });
    });
  });

  describe('answers malformed HTTP with the envelope', () => {
    let port: number;
    beforeAll(async () => {
      const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
      port = Number(new URL(url).port);
    });

    it.each([
      ['a broken header', 'GET / HTTP/1.1\r\nno colon\r\n\r\n'],
      ['an unknown method', 'FROBNICATE / HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['20 KB of headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
      ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01'],
    ])('%s', async (_, bytes) => {
      const socket = connect(port, '127.0.0.1');
      socket.end(bytes, 'latin1');
      const answer = await text(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 422 Unprocessable Entity\r\n/);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
        errorMessage: 'Some information isn’t valid. Check your entries and try again.',
        code: 'invalid',
      });
    });
  });

  describe('serves the app', () => {
    it.each([
      '/',
      '/jobs/listing/all',
      '/jobs/update/abc',
      '/users/update/clara@ev.test',
      '/auth/reset-password?mode=resetPassword&oobCode=x',
      '/nothing/at/all',
      '/apiary',
    ])('for a user who opens %s', async (url) => {
      const response = await page(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toContain('text/html');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.body).toContain('<title>EV Jobs</title>');
    });

    it('with hashed files cached for good, and others revalidated', async () => {
      const headersOf = async (url: string) => (await server.app.inject({ method: 'GET', url })).headers;
      expect((await headersOf('/assets/index-a1b2c3.js'))['cache-control']).toBe(
        'public, max-age=31536000, immutable',
      );
      for (const url of ['/sw.js', '/index.html', '/manifest.webmanifest', '/']) {
        expect((await headersOf(url))['cache-control'], url).toBe('no-cache');
      }
    });

    it.each([
      '/assets/index-gone.js',
      '/missing.js',
      '/.env',
      '/../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets',
    ])('and answers 404 for a missing file: %s', async (url) => {
      const response = await server.app.inject({ method: 'GET', url, headers: { accept: '*/*' } });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(notFound);
    });

    it('but never as the response to a write', async () => {
      const headers = { accept: 'text/html' };
      const response = await server.app.inject({ method: 'POST', url: '/jobs/listing/all', headers });
      expect(response.statusCode).toBe(404);
    });
  });

  it('answers 404 everywhere but the API when there is no built app', async () => {
    const bare = await start();
    const response = await bare.app.inject({
      method: 'GET',
      url: '/jobs/listing/all',
      headers: { accept: 'text/html' },
    });
    expect(response.statusCode).toBe(404);
    expect((await bare.app.inject({ method: 'GET', url: '/api/healthz' })).json()).toEqual({
      body: { status: 'ok' },
    });
  });
});
