import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

onOneDatabase('a share that no service worker handled', (start) => {
  let server: TestServer;
  let appDir: string;
  beforeAll(async () => {
    appDir = await mkdtemp(join(tmpdir(), 'ev-app-'));
    await mkdir(join(appDir, 'assets'));
    await writeFile(join(appDir, 'index.html'), '<!doctype html><title>EV Jobs</title>');
    server = await start({ appDir });
  });
  afterAll(() => rm(appDir, { recursive: true, force: true }));

  const boundary = 'a-boundary';
  const form = [
    `--${boundary}`,
    'content-disposition: form-data; name="files"; filename="plan.pdf"',
    'content-type: application/pdf',
    '',
    '%PDF-1.4',
    `--${boundary}--`,
    '',
  ].join('\r\n');

  it.each([
    ['as a system shares it', `multipart/form-data; boundary=${boundary}`, form],
    ['cut short', `multipart/form-data; boundary=${boundary}`, form.slice(0, 40)],
    ['of another kind', 'text/plain', 'words'],
    ['of no kind', undefined, undefined],
  ])('is requested once more, %s', async (_, type, payload) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/share-target',
      ...(type && { headers: { 'content-type': type } }),
      ...(payload && { payload }),
    });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/share?missed=1');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is answered before all of it has arrived', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as { port: number };
    const sending = request({
      host: '127.0.0.1',
      port,
      path: '/share-target',
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': 500 * 1024 * 1024,
      },
    });
    sending.on('error', () => undefined);
    const answered = new Promise<number | undefined>((resolve) =>
      sending.once('response', ({ statusCode }) => resolve(statusCode)),
    );
    sending.write(form);
    expect(await answered).toBe(303);
    const closed = new Promise((resolve) => sending.once('close', resolve));
    sending.destroy();
    await closed;
  });

  it('cannot be read', async () => {
    const answer = await server.app.inject({
      method: 'GET',
      url: '/share-target',
      headers: { accept: '*/*' },
    });
    expect(answer.statusCode).toBe(404);
  });
});
