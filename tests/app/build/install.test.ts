import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What npm does with the settings of the project, in a folder of its own, asking a registry of two packages. */
const project = fileURLToPath(new URL('../../../', import.meta.url));
const dayMs = 86_400_000;
let registry: Server;
let folder = '';

/** Returns what a registry says of a package of three versions: from ten, four and two days ago. */
function packument(name: string, engines: Record<string, string>) {
  const daysAgo = { '1.0.0': 10, '1.1.0': 4, '1.2.0': 2 };
  const { port } = registry.address() as AddressInfo;
  const versionOf = (version: string) => ({
    name,
    version,
    engines,
    dist: {
      tarball: `http://127.0.0.1:${port}/${name}/-/${name}-${version}.tgz`,
      shasum: '0'.repeat(40),
    },
  });
  const versions = Object.keys(daysAgo);
  return {
    name,
    'dist-tags': { latest: '1.2.0' },
    versions: Object.fromEntries(versions.map((version) => [version, versionOf(version)])),
    time: Object.fromEntries(
      Object.entries(daysAgo).map(([version, days]) => [
        version,
        new Date(Date.now() - days * dayMs).toISOString(),
      ]),
    ),
  };
}

beforeAll(async () => {
  registry = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (name === 'for-any-node') response.end(JSON.stringify(packument(name, {})));
    else response.end(JSON.stringify(packument(name, { node: '>=999' })));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  folder = await mkdtemp(join(tmpdir(), 'ev-install-'));
  await cp(join(project, '.npmrc'), join(folder, '.npmrc'));
});
afterAll(async () => {
  registry.close();
  await rm(folder, { recursive: true, force: true });
});

/** Chooses versions of packages, and installs nothing. */
async function choose(name: string, devEngines: object) {
  await rm(join(folder, 'package-lock.json'), { force: true });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'product', version: '1.0.0', devEngines, dependencies: { [name]: '*' } }),
  );
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
  };
  const args = ['install', '--package-lock-only', '--no-audit'];
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
    execFile('npm', args, { cwd: folder, env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    ),
  );
  const lock = code === 0 ? await readFile(join(folder, 'package-lock.json'), 'utf8') : '{"packages":{}}';
  return { code, stderr, version: JSON.parse(lock).packages[`node_modules/${name}`]?.version };
}

const ours = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')).devEngines ?? {};
/** npm before 11.10 does not know the setting. */
const knowsAge = execFileSync('npm', ['config', 'get', 'min-release-age'], { cwd: tmpdir() }).includes(
  'null',
);

describe('npm, in this project,', () => {
  it('says nothing of packages that are for another Node than the one it runs with', async () => {
    expect(await choose('for-a-later-node', ours)).toMatchObject({ code: 0, stderr: '' });
  });

  it.runIf(knowsAge)('takes the newest version that is three days old, from 11.10 on', async () => {
    expect(await choose('for-any-node', ours)).toMatchObject({ version: '1.1.0' });
  });

  it('refuses to install when it is too old', async () => {
    const later = { ...ours, packageManager: { ...ours.packageManager, version: '>=999' } };
    const { code, stderr } = await choose('for-any-node', later);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('version ">=999" does not match'),
    });
  });
});
