import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAll } from '../../support/amount.ts';
import { type Finished, runToEnd } from '../../support/server/stack.ts';

/** A registry that reports one fault of one package, through npm's own endpoint. */
let registry: Server;
let cache: string;
let severity: string | null = null;
let isMirror = false;
let isNonsense = false;
/** When the installed version of a package was published. */
let published = '';
let asked: Record<string, string[]> = {};

beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'ev-audit-'));
  registry = createServer(async (request, response) => {
    if (request.method === 'POST' && isMirror) return response.writeHead(405).end();
    if (request.method === 'POST' && isNonsense) return response.end('<html>Welcome</html>');
    if (request.method === 'POST') {
      const body = await buffer(request);
      asked = JSON.parse(
        (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString(),
      );
      const advice = {
        // npm caches an advisory by its number.
        id: severity === 'high' ? 7 : 8,
        url: 'https://advisories.test/7',
        title: 'Lets anybody in',
        severity,
        vulnerable_versions: '*',
        cwe: [],
        cvss: { score: 9, vectorString: null },
      };
      return response.end(JSON.stringify(severity === null ? {} : { ky: [advice] }));
    }
    if (request.url === '/libphonenumber-js') {
      const { version } = createRequire(import.meta.url)('libphonenumber-js/package.json');
      const about = {
        name: 'libphonenumber-js',
        versions: { [version]: { version } },
        time: { [version]: published },
      };
      return response.end(JSON.stringify({ ...about, 'dist-tags': { latest: version } }));
    }
    const versions = { '2.1.0': { name: 'ky', version: '2.1.0', dist: {} } };
    return response.end(JSON.stringify({ name: 'ky', versions, 'dist-tags': { latest: '2.1.0' } }));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  registry.closeAllConnections();
  registry.close();
  await rm(cache, { recursive: true, force: true });
});

function audit(port = (registry.address() as AddressInfo).port): Promise<Finished> {
  return runToEnd(['tests/support/run/audit.ts'], {
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: cache,
    npm_execpath: '',
  });
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

it('an audit fails and names package and fault when the registry reports a serious one, and no numbering plans of 59 days', async () => {
  severity = 'high';
  published = daysAgo(59);
  const { code, stderr } = await audit();
  expect(stderr).toBe('ky * (high): Lets anybody in https://advisories.test/7\n');
  expect(code).toBe(1);
  // What only tests and builds use is not asked about.
  expect(asked).toHaveProperty('fastify');
  expect(asked).not.toHaveProperty('vitest');
});

it.runIf(isAll)('an audit passes when nothing serious is reported', async () => {
  severity = 'moderate';
  expect(await audit()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('no serious fault is known'),
  });
});

it('an audit warns, and passes, when the numbering plans are older than 60 days', async () => {
  severity = null;
  published = daysAgo(61.5);
  const { code, stderr } = await audit();
  expect(code).toBe(0);
  expect(stderr).toMatch(/^audit: libphonenumber-js [\d.]+ is 61 days old\. Update it/);
});

it('an audit that the registry does not answer passes with a warning of each thing that was not checked', async () => {
  isMirror = true;
  published = daysAgo(59);
  const { code, stdout, stderr } = await audit();
  expect(code).toBe(0);
  const faults =
    'audit: NOT CHECKED: whether a serious fault is known in any package of the product. The registry does not tell: ';
  expect(stderr).toMatch(new RegExp(`^${faults}.+\n$`));
  expect(stderr).toContain('405 Method Not Allowed');
  expect(stdout).not.toContain('no serious fault is known');
  const unreachable = await audit(1);
  expect(unreachable.code).toBe(0);
  const plans = String.raw`audit: NOT CHECKED: how old libphonenumber-js [\d.]+ is .+\. The registry does not tell: `;
  expect(unreachable.stderr).toMatch(new RegExp(`^${faults}.+\n${plans}.+\n$`));
  expect(unreachable.stdout).toBe('');
});

it.runIf(isAll)('an audit passes with a warning when the registry’s response is unreadable', async () => {
  isMirror = false;
  isNonsense = true;
  const { code, stdout, stderr } = await audit();
  expect(code).toBe(0);
  expect(stderr).toMatch(/^audit: NOT CHECKED: whether a serious fault/);
  expect(stdout).not.toContain('no serious fault is known');
});
