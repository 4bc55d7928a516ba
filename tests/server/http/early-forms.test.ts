import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const style = 'p{color:red}';
const script = 'document.title="early"';
const cover = '<p translate="no"><span>EV</span> Jobs</p>';
const earlyPage = (name: string) =>
  `<!doctype html><title>${name} · EV Jobs</title><style>${style}</style><script>${script}</script>${cover}`;
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

onOneDatabase('an early form', (start) => {
  let server: TestServer;
  let appDir: string;
  beforeAll(async () => {
    appDir = await mkdtemp(join(tmpdir(), 'ev-app-'));
    await mkdir(join(appDir, 'early'));
    await writeFile(join(appDir, 'index.html'), '<!doctype html><title>EV Jobs</title>the app');
    for (const name of ['signin', 'signup', 'invited', 'forgot-password'])
      await writeFile(join(appDir, 'early', `${name}.html`), earlyPage(name));
    server = await start({ appDir });
  });
  afterAll(() => rm(appDir, { recursive: true, force: true }));

  const open = (url: string, headers = {}) =>
    server.app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });

  it.each([
    ['/auth/signin', 'signin'],
    ['/auth/signin?next=%2Faccount', 'signin'],
    ['/auth/signup', 'signup'],
    ['/auth/signup?invitation=a1b2', 'invited'],
    ['/auth/forgot-password', 'forgot-password'],
  ])('is in the document of %s', async (url, name) => {
    const { body, headers } = await open(url);
    expect(body).toBe(earlyPage(name));
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  it.each([
    '/',
    '/jobs/listing/all',
    '/auth/signin/',
    '/auth/not-verified',
    '/early/signin.html',
    '/early%2Fsignin.html',
  ])('is not in that of %s', async (url) => {
    expect((await open(url)).body).toContain('the app');
  });

  it('may run its own script and have its own styles inline, by their hashes, and no other page any', async () => {
    const policyOf = async (url: string) => String((await open(url)).headers['content-security-policy']);
    const early = await policyOf('/auth/signin');
    expect(early).toContain(`script-src 'self' ${hashOf(script)};`);
    expect(early).toContain(`style-src 'self' ${hashOf(style)};`);
    const usual = await policyOf('/jobs/listing/all');
    expect(early.replaceAll(/ 'sha256-[^']+'/g, '')).toBe(usual);
  });

  it('is not sent again while it is the same', async () => {
    const { etag } = (await open('/auth/signin')).headers;
    const again = await open('/auth/signin', { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers['content-security-policy']).toContain(hashOf(script));
  });

  it('has the name of the firm, which is text', async () => {
    const firm = { name: 'Baker & <b>Vance</b>', address: '12 Pier Road', color: '#14532d' };
    expect((await server.call('saveFirm', { as: 'admin', body: firm })).code).toBe('');
    const { body, headers } = await open('/auth/signin');
    const name = 'Baker &#38; &#60;b&#62;Vance&#60;/b&#62;';
    expect(body).toContain(`<title>signin · ${name}</title>`);
    expect(body).toContain(`<p translate="no"><bdi class="brand">${name}</bdi></p>`);
    expect(headers['content-security-policy']).toContain(hashOf(script));
  });
});
