import { ok } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { withoutPrograms } from '../support/run/programs.ts';
import { type Account, openAccount } from './account.ts';
import { buildBase, buildImage, copyProject, sizeOf } from './build.ts';
import { confinement, type Measured, tryImage } from './container.ts';
import { type Surroundings, startSurroundings } from './product.ts';
import { startMachine } from './unit.ts';

/**
 * `npm test -- image`: builds the image without rights, runs it as `compose.yaml` does, and the server by its unit file; then plants
 * mistakes in both, which must be found. `IMAGE_USER` names an account that keeps its images: a second run is much shorter.
 */
const planted: Record<string, [find: string, instead: string]> = {
  'the server runs as root': ['USER node\n', ''],
  'the contract is not copied': ['COPY src/contract src/contract\n', ''],
  'the data folder is root’s': [' && chown node:node /data', ''],
  'the health check asks for a path that is not there': ['/api/healthz', '/api/health'],
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const say = (line: string) => process.stdout.write(`${line}\n`);
const errorOf = (error: Error) => error.message;

function textOf({ start, preview, stop, residentMegabytes }: Measured): string {
  return `healthy after ${seconds(start)}, previews in ${seconds(preview)}, stopped in ${seconds(stop)}, ${residentMegabytes} MB of memory`;
}

function outcome(name: string, error: string | undefined): string {
  return `planted, ${name}: ${error === undefined ? 'NOT CAUGHT' : `caught, ${error.replaceAll(/\s+/g, ' ').slice(0, 200)}`}`;
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  say(`${what}: ${seconds(performance.now() - began)}`);
}

/** Reads `compose.yaml` by podman-compose, which prints the commands that it would run. */
async function checkCompose(account: Account, project: string): Promise<void> {
  const names = [
    'SITE',
    'FIREBASE_PROJECT_ID',
    'FIREBASE_API_KEY',
    'POSTGRES_PASSWORD',
    'STORE_KEY',
    'STORE_SECRET',
  ];
  const settings = names.map((name) => `${name}=any`);
  await writeFile(join(project, 'jobs.env'), settings.join('\n'));
  const command = [
    'podman-compose',
    '--dry-run',
    '--file',
    `${project}/server/compose.yaml`,
    'up',
    '--no-build',
  ];
  const said = await account.run('sh', '-c', '"$@" 2>&1', 'sh', 'env', ...settings, ...command, 'server');
  const servers = said.split('\n').filter((line) => /^podman create --name=server_server_/.test(line));
  ok(servers.length === 2, `compose.yaml runs ${servers.length} servers`);
  for (const option of [...confinement, '--healthcheck-command'])
    ok(
      servers.every((line) => line.includes(option)),
      `compose.yaml runs the server without ${option}`,
    );
  say('compose.yaml: read by podman-compose, two servers, each confined');
}

async function plant(account: Account, project: string, around: Surroundings): Promise<number> {
  let missed = 0;
  for (const [name, change] of Object.entries(planted)) {
    await buildImage(account, project, 'ev-planted', change);
    const error = await tryImage(account, 'ev-planted', around).then(() => undefined, errorOf);
    if (error === undefined) missed += 1;
    say(outcome(name, error));
  }
  return missed;
}

/** Runs the server by its unit file, and by one that forbids what V8 needs. */
async function checkUnit(account: Account, around: Surroundings): Promise<number> {
  if (withoutPrograms(['systemd-nspawn', 'nsenter']) !== '' || userInfo().uid !== 0) {
    say('The unit file was not run: that takes root, and systemd-nspawn.');
    return 0;
  }
  const machine = await startMachine(account, 'ev-jobs', around);
  try {
    const exposure = await machine.install();
    const figures = await machine.tryUnit();
    say(`unit: exposure ${exposure} of 10 by systemd-analyze security; ${textOf(figures)}`);
    await machine.install('MemoryDenyWriteExecute=yes');
    const error = await machine.tryUnit().then(() => undefined, errorOf);
    say(outcome('the unit file forbids to compile', error));
    return error === undefined ? 1 : 0;
  } finally {
    await machine.stop();
  }
}

const account = await openAccount();
let around: Surroundings | undefined;
try {
  const project = await copyProject(account);
  await checkCompose(account, project);
  await timed('base image', () => buildBase(account));
  await timed('image built', () => buildImage(account, project, 'ev-jobs'));
  const [base, all] = [await sizeOf(account, 'ev-node'), await sizeOf(account, 'ev-jobs')];
  say(`image: ${megabytes(all)}, ${megabytes(all - base)} of them ours`);
  around = await startSurroundings();
  say(`container: ${textOf(await tryImage(account, 'ev-jobs', around))}`);
  let missed = await plant(account, project, around);
  missed += await checkUnit(account, around);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await around?.stop();
  await account.remove();
}
