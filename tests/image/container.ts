import { ok } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { people } from '../support/server/people.ts';
import { freePort } from '../support/server/stack.ts';
import { type Account, runtime } from './account.ts';
import { checkProduct, type Surroundings } from './product.ts';

/** How `compose.yaml` runs the server, as podman-compose writes it. */
export const confinement = ['--read-only', '--cap-drop ALL', '--security-opt no-new-privileges:true'];
/** Where a container without rights reaches the loopback address of this machine. */
const machine = '10.0.2.2';
const startLimitMs = 60_000;
const graceSeconds = 15;

/** Milliseconds, but for the size of the process. */
export type Measured = { start: number; preview: number; stop: number; residentMegabytes: number };

/** Checks that the first process is Node, without rights, and returns its memory in MB. */
async function checkProcess(status: string): Promise<number> {
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
  ok(field('Uid') !== '0', 'the server runs as root');
  for (const name of ['CapEff', 'CapPrm', 'CapBnd'])
    ok(/^0+$/.test(field(name)), `${name} is ${field(name)}`);
  ok(field('NoNewPrivs') === '1', 'the server may gain rights');
  return Math.round(Number(field('VmRSS')) / 1024);
}

/** Runs an image as `compose.yaml` does, uses the product in it, and stops it. @throws Error that says what is wrong */
export async function tryImage(account: Account, tag: string, around: Surroundings): Promise<Measured> {
  const name = `${tag}-${process.pid}`;
  const podman = (...args: string[]) => account.run('podman', '--runtime', runtime, ...args);
  const port = await freePort();
  const certificate = join(account.folder, 'google.crt');
  await writeFile(certificate, around.keys.certificate);
  const settings = Object.entries(around.settings(machine, '/google.crt'));
  await podman(
    ...['create', `--name=${name}`, '--read-only-tmpfs=false'],
    ...confinement.flatMap((option) => option.split(' ')),
    ...['--network=slirp4netns:allow_host_loopback=true', `--publish=127.0.0.1:${port}:8080`],
    ...[
      `--volume=${certificate}:/google.crt:ro`,
      ...settings.flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ],
    tag,
  );
  try {
    let began = performance.now();
    await podman('start', name);
    for (;;) {
      const isHealthy = await podman('healthcheck', 'run', name).then(
        () => true,
        () => false,
      );
      if (isHealthy) break;
      const state = await podman('inspect', '--format', '{{.State.Status}}', name);
      if (state.trim() !== 'running') {
        const said = await account.run('sh', '-c', 'podman logs "$0" 2>&1', name);
        throw new Error(`it ended: ${said.slice(-300)}`);
      }
      ok(performance.now() - began < startLimitMs, 'it is not healthy');
      await wait(200);
    }
    const start = performance.now() - began;
    const preview = await checkProduct(`http://127.0.0.1:${port}`, around.keys);
    const residentMegabytes = await checkProcess(await podman('exec', name, 'cat', '/proc/1/status'));
    for (const folder of ['/app', '/tmp', '/home/node']) {
      const isWritten = await podman('exec', name, 'touch', `${folder}/file`).then(
        () => true,
        () => false,
      );
      ok(!isWritten, `${folder} can be written`);
    }
    await podman('exec', name, 'npm', 'run', 'admin', '--', people.employee.email);
    began = performance.now();
    await podman('stop', '--time', String(graceSeconds), name);
    const stop = performance.now() - began;
    const code = (await podman('inspect', '--format', '{{.State.ExitCode}}', name)).trim();
    ok(code === '0', `it ended with code ${code}`);
    return { start, preview, stop, residentMegabytes };
  } finally {
    await podman('rm', '--force', '--volumes', '--time', '0', name);
  }
}
