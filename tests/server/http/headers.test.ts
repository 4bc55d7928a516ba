import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newJob } from '../../support/server/jobs.ts';
import { people, projectId } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

function policyOf(header: unknown): Record<string, string> {
  const directives = String(header).split(';').filter(Boolean);
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

/** A build of the app with one file of each kind. */
async function builtApp(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'ev-app-'));
  await mkdir(join(dir, 'assets'));
  for (const file of ['index.html', 'sw.js', 'favicon.svg', 'assets/start.js', 'assets/start.css'])
    await writeFile(join(dir, file), file);
  return dir;
}

/** Policies that say what a document may do. */
const policies = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
];

onOneDatabase('the headers', (start) => {
  let server: TestServer;
  let appDir: string;
  beforeAll(async () => {
    appDir = await builtApp();
    server = await start({ appDir });
  });

  const open = ({ app }: TestServer, url = '/jobs/listing/all') =>
    app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });

  it('allow only our own origin in the app, nothing inline, and no frame around it', async () => {
    const { headers } = await open(server);
    expect(headers['content-type']).toContain('text/html');
    expect(policyOf(headers['content-security-policy'])).toEqual({
      'default-src': "'self'",
      'script-src': "'self'",
      'script-src-attr': "'none'",
      'style-src': "'self'",
      'connect-src': "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
      'img-src': "'self' blob: data:",
      'font-src': "'self'",
      'object-src': "'none'",
      'frame-src': "'none'",
      'frame-ancestors': "'none'",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'ev-jobs',
    });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/\bcamera=\(\), .*\bgeolocation=\(\), .*\bmicrophone=\(\)/),
    });
    // A plan keeps the screen on.
    expect(headers['permissions-policy']).not.toContain('wake-lock');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it.each(['/', '/index.html', '/sw.js', '/sw.js?1', '/api/docs/', '/api/docs'])(
    'contain all policies of a document at %s',
    async (url) => {
      const { headers } = await open(server, url);
      expect(headers).toMatchObject(Object.fromEntries(policies.map((name) => [name, expect.any(String)])));
    },
  );

  it.each(['/assets/start.js', '/assets/start.css', '/favicon.svg', '/api/healthz', '/api/nothing'])(
    'of %s contain no policy of a document, and prevent sniffing and loading from other origins',
    async (url) => {
      const { headers } = await open(server, url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(Object.keys(headers).filter((name) => policies.includes(name))).toEqual([]);
      expect(JSON.stringify(headers).length).toBeLessThan(600);
    },
  );

  it('name no host of the provider in emulator mode', async () => {
    const withEmulator = await start({ appDir, emulator: { url: 'http://127.0.0.1:1', projectId } });
    const { headers } = await open(withEmulator);
    expect(policyOf(headers['content-security-policy'])['connect-src']).toBe("'self'");
  });

  it('require HTTPS permanently where the app is served over it', async () => {
    const secure = await start({ publicUrl: 'https://jobs.example.com' });
    const { headers } = await secure.app.inject({ method: 'GET', url: '/api/healthz' });
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
  });

  it('require HTTPS also where only a trusted proxy says so', async () => {
    const behind = await start({ trustProxy: '10.0.0.0/8' });
    const asked = (remoteAddress: string) =>
      behind.app.inject({
        method: 'GET',
        url: '/api/healthz',
        remoteAddress,
        headers: { 'x-forwarded-proto': 'https' },
      });
    expect((await asked('10.1.1.1')).headers['strict-transport-security']).toContain('max-age=31536000');
    expect((await asked('192.0.2.1')).headers).not.toHaveProperty('strict-transport-security');
  });

  it('are not sent to a foreign host name in the default set-up (DNS rebinding)', async () => {
    const local = await start({ development: true, publicUrl: 'https://jobs.example.com' });
    const asked = async (host: string) =>
      (await local.app.inject({ method: 'GET', url: '/api/healthz', headers: { host } })).statusCode;
    expect(await asked('localhost:8080')).toBe(200);
    expect(await asked('127.0.0.1:8080')).toBe(200);
    expect(await asked('[::1]:8080')).toBe(200);
    expect(await asked('jobs.example.com')).toBe(200);
    expect(await asked('evil.example:8080')).toBe(404);
    expect(await asked('127.0.0.1.evil.example')).toBe(404);
    const real = await start({ publicUrl: 'https://jobs.example.com' });
    const answer = await real.app.inject({
      method: 'GET',
      url: '/api/healthz',
      headers: { host: 'inside.test' },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('keep responses and failures out of every cache', async () => {
    const ok = await server.call('profile', { as: 'client', params: { email: people.client.email } });
    expect(ok.response.headers['cache-control']).toBe('no-store');
    const refused = await server.call('stats', { as: 'client' });
    expect(refused.response.headers['cache-control']).toBe('no-store');
  });

  it('make an uploaded file a download that cannot run, whatever it contains', async () => {
    const job = await newJob(
      server,
      {},
      { files: [{ name: 'plän "1".pdf', bytes: pdf, type: 'application/pdf' }] },
    );
    const [file] = job.attachments;
    if (!file) throw new Error('no file');
    const { response, bytes } = await server.call('attachment', {
      as: 'client',
      params: { key: file.key, fileName: file.fileName },
    });
    expect(bytes.equals(pdf)).toBe(true);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-length']).toBe(String(pdf.length));
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="pl_n [\w.]+"; filename\*=UTF-8''pl%C3%A4n[\w.%]+\.pdf$/,
    );
    expect(response.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  it('contain a request id, by which the log line is found', async () => {
    const { response } = await server.call('stats', { as: 'admin' });
    const id = response.headers['x-request-id'];
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await expect
      .poll(() => server.logs.find((line) => line.reqId === id))
      .toMatchObject({
        method: 'GET',
        route: '/api/evjobs/stats',
        status: 200,
      });
  });

  const preflight = (url: string, method: string, headers: string) => ({
    method: 'OPTIONS' as const,
    url,
    headers: { 'access-control-request-method': method, 'access-control-request-headers': headers },
  });
  const signedIn = () => ({ authorization: `Bearer ${server.token('admin')}` });

  it.each([
    [
      'a preflight of a call',
      () => preflight('/api/jobs/update', 'POST', 'authorization,idempotency-key'),
      404,
    ],
    [
      'a preflight of a part of a file',
      () => preflight(`/api/uploads/${'a'.repeat(32)}`, 'PATCH', 'tus-resumable,upload-offset'),
      404,
    ],
    ['the offer of uploads', () => preflight('/api/uploads', 'POST', 'tus-resumable'), 204],
    ['a call', () => ({ method: 'GET' as const, url: '/api/evjobs/stats', headers: signedIn() }), 200],
    ['a refusal', () => ({ method: 'GET' as const, url: '/api/evjobs/stats', headers: {} }), 401],
    [
      'a public call',
      () => ({ method: 'GET' as const, url: '/api/users/invitation/none', headers: {} }),
      200,
    ],
  ])('let no page of another origin read %s', async (_, request, status) => {
    const { headers, ...asked } = request();
    for (const origin of ['https://app.example', 'http://localhost:5173', 'null']) {
      const answer = await server.app.inject({ ...asked, headers: { ...headers, origin } });
      expect(answer.statusCode).toBe(status);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });
});

describe('too many requests', () => {
  onOneDatabase('of one address', (start) => {
    it('get 429 with a message and a time to wait, until the minute is over', async () => {
      const server = await start({ rateLimit: { address: 5 } });
      const ask = () => server.call('stats', { as: 'admin' });
      for (let index = 0; index < 5; index += 1) expect((await ask()).status).toBe(200);
      const reply = await ask();
      expect(reply.status).toBe(429);
      expect(reply.failure).toEqual({
        errorMessage: 'Too many requests. Wait a minute, then try again.',
        code: 'rate-limited',
      });
      expect(Number(reply.response.headers['retry-after'])).toBeGreaterThan(0);
    });
  });
});
