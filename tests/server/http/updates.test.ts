import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { differencePath, filesPath } from '../../../src/contract/appFiles.ts';
import { applyDifference } from '../../../sw/difference.ts';
import { type Release, releaseSaying } from '../../support/app/release.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

/** Writes a version as the build does. */
async function built({ version, list, files }: Release): Promise<string> {
  const appDir = await mkdtemp(join(tmpdir(), 'ev-updates-'));
  onTestFinished(() => rm(appDir, { recursive: true, force: true }));
  const contents = new Map<string, string | Buffer>(files);
  contents.set(filesPath(version), JSON.stringify(list)).set('index.html', '<title>EV Jobs</title>');
  for (const [path, content] of contents) {
    await mkdir(dirname(join(appDir, path)), { recursive: true });
    await writeFile(join(appDir, path), content);
  }
  return appDir;
}

onOneDatabase('updates of the app', (start) => {
  const get = ({ app }: TestServer, from: string, to: string, encoding = 'gzip, br') =>
    app.inject({ url: differencePath(from, to), headers: { 'accept-encoding': encoding } });

  /** Starts a server with a version, as a release does. */
  async function serve(release: Release, more: Parameters<typeof start>[0] = {}): Promise<TestServer> {
    const server = await start({ ...more, appDir: await built(release) });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    await expect
      .poll(() => server.db.query('select 1 from app_versions where version = $1', [release.version]), {
        timeout: 30_000,
      })
      .toHaveLength(1);
    return server;
  }

  test('are sent as the difference to the version that a server served before', async () => {
    const [before, after] = [releaseSaying('before'), releaseSaying('afterwards')];
    const first = await serve(before);
    const second = await serve(after, { db: first.db });
    const { statusCode, headers, rawPayload } = await get(second, before.version, after.version);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    });
    expect(rawPayload.length).toBeLessThan(1000);
    const made = applyDifference(new Uint8Array(before.bundle), brotliDecompressSync(rawPayload));
    expect(Buffer.from(made)).toEqual(after.bundle);
  });

  test('go back to an earlier version too, on a server that still has it', async () => {
    const [before, after] = [releaseSaying('one'), releaseSaying('two')];
    const first = await serve(before);
    await serve(after, { db: first.db });
    const { rawPayload } = await get(first, after.version, before.version);
    const made = applyDifference(new Uint8Array(after.bundle), brotliDecompressSync(rawPayload));
    expect(Buffer.from(made)).toEqual(before.bundle);
  });

  test('are whole files for a version that nobody knows, of a version that is not served, or without brotli', async () => {
    const [before, after, other] = ['one', 'two', 'three'].map(releaseSaying) as [Release, Release, Release];
    const first = await serve(before);
    const second = await serve(after, { db: first.db });
    const refused = [
      get(second, other.version, after.version),
      get(second, before.version, other.version),
      get(second, after.version, before.version),
      get(second, `${before.version}'`, after.version),
      get(second, before.version, after.version, 'gzip'),
      get(second, before.version, after.version, 'br;q=0'),
    ];
    for (const { statusCode, headers } of await Promise.all(refused)) {
      expect(statusCode).toBe(404);
      expect(headers['cache-control']).not.toContain('immutable');
    }
  });

  test('are possible from the last five versions', async () => {
    const releases = Array.from({ length: 7 }, (_, number) => releaseSaying(`version ${number}`));
    const first = await serve(releases[0] as Release);
    let last = first;
    for (const release of releases.slice(1)) {
      first.clock.advance(60);
      last = await serve(release, { db: first.db, now: () => first.clock.nowMs });
    }
    const codes = await Promise.all(
      releases
        .slice(0, -1)
        .map(async ({ version }) => (await get(last, version, releases.at(-1)?.version ?? '')).statusCode),
    );
    expect(codes).toEqual([404, 200, 200, 200, 200, 200]);
  });

  test('are made once for all devices that ask for one', async () => {
    const [before, after] = [releaseSaying('one'), releaseSaying('two')];
    const first = await serve(before);
    const second = await serve(after, { db: first.db });
    const all = await Promise.all([1, 2, 3].map(() => get(second, before.version, after.version)));
    await second.db.query('delete from app_versions');
    all.push(await get(second, before.version, after.version));
    expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });

  test('are whole files while what is stored cannot be read', async () => {
    const [before, after] = [releaseSaying('one'), releaseSaying('two')];
    const first = await serve(before);
    const second = await serve(after, { db: first.db, errorsExpected: true });
    await second.db.query("update app_versions set bundle = 'AAAA' where version = $1", [before.version]);
    expect((await get(second, before.version, after.version)).statusCode).toBe(500);
  });
});
