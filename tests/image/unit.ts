import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/server/stack.ts';
import type { Account } from './account.ts';
import type { Measured } from './container.ts';
import { checkProduct, type Surroundings } from './product.ts';

const unit = 'ev-jobs.service';
/** Of 10; `systemd-analyze security` calls up to 2 safe. */
const mostExposure = 1.5;
const limitMs = 60_000;

/** A Debian whose first process is systemd, with the files of the image. */
export type Machine = {
  /** Installs the unit file, with further lines for its section `[Service]`, and returns the exposure it leaves by systemd's scale. */
  install(more?: string): Promise<number>;
  /** Starts the server by its unit, uses the product, and stops it. @throws Error that says what is wrong */
  tryUnit(): Promise<Measured>;
  stop(): Promise<void>;
};

async function booted(machine: ChildProcess): Promise<number> {
  for (const began = performance.now(); performance.now() - began < limitMs; await wait(200)) {
    if (machine.exitCode !== null) break;
    const [first] = readFileSync(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8').split(' ');
    const inside = ['--target', first ?? '', '--all', 'systemctl', 'is-system-running'];
    try {
      execFileSync('nsenter', inside, { stdio: 'ignore' });
      return Number(first);
    } catch {
      // It is still starting.
    }
  }
  throw new Error('systemd did not start');
}

/** Starts systemd in a container with the files of an image; only root can. */
export async function startMachine(account: Account, tag: string, around: Surroundings): Promise<Machine> {
  const root = join(account.folder, 'machine');
  const archive = join(account.folder, 'machine.tar');
  const name = `${tag}-files-${process.pid}`;
  await account.run('podman', 'create', `--name=${name}`, tag, 'true');
  await account.run('podman', 'export', `--output=${archive}`, name);
  await account.run('podman', 'rm', name);
  await mkdir(root);
  execFileSync('tar', ['--extract', '--file', archive, '--directory', root]);
  await rename(join(root, 'app'), join(root, 'opt', 'ev-jobs'));
  const port = await freePort();
  const certificate = '/etc/ssl/google.crt';
  const settings = { ...around.settings('127.0.0.1', certificate), HOST: '127.0.0.1', PORT: String(port) };
  const lines = Object.entries(settings).map(([key, value]) => `${key}="${value}"`);
  await writeFile(join(root, certificate), around.keys.certificate);
  await writeFile(join(root, 'etc', 'ev-jobs.env'), lines.join('\n'), { mode: 0o600 });

  const options = ['--register=no', '--keep-unit', '--console=pipe', '--quiet', '--boot'];
  const machine = spawn('systemd-nspawn', [...options, '--directory', root], {
    stdio: 'ignore',
    // It passes these on to systemd.
    env: { PATH: process.env.PATH },
  });
  const ended = once(machine, 'close');
  const first = await booted(machine).catch((error: unknown) => {
    machine.kill('SIGKILL');
    throw error;
  });
  const inside = (...args: string[]) => {
    const options = {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { PATH: '/usr/bin:/bin', SYSTEMD_COLORS: '0' },
    } as const;
    return execFileSync('nsenter', ['--target', String(first), '--all', ...args], options);
  };
  const property = (name: string) => inside('systemctl', 'show', '--value', '--property', name, unit).trim();

  return {
    async install(more = '') {
      const file = join(root, 'etc', 'systemd', 'system', unit);
      const text = readFileSync(join('server', unit), 'utf8');
      await writeFile(file, text.replace('[Install]', `${more}\n[Install]`));
      inside('systemctl', 'daemon-reload');
      inside('systemd-analyze', 'verify', unit);
      const most = String(mostExposure * 10);
      const said = inside('systemd-analyze', 'security', '--no-pager', `--threshold=${most}`, unit);
      return Number(/Overall exposure level.*?: ([\d.]+)/.exec(said)?.[1]);
    },
    async tryUnit() {
      const origin = `http://127.0.0.1:${port}`;
      let began = performance.now();
      inside('systemctl', 'start', unit);
      try {
        for (;;) {
          const isHealthy = await fetch(`${origin}/api/healthz`).then(
            ({ ok }) => ok,
            () => false,
          );
          if (isHealthy) break;
          const restarts = Number(property('NRestarts'));
          if (restarts > 0 || performance.now() - began > limitMs)
            throw new Error(
              `It does not start: ${inside('journalctl', '--unit', unit, '--lines=8', '--output=cat')}`,
            );
          await wait(200);
        }
        const start = performance.now() - began;
        const preview = await checkProduct(origin, around.keys);
        const status = inside('cat', `/proc/${property('MainPID')}/status`);
        const residentMegabytes = Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
        began = performance.now();
        inside('systemctl', 'stop', unit);
        const stop = performance.now() - began;
        const result = property('Result');
        if (result !== 'success') throw new Error(`It ended with ${result}`);
        return { start, preview, stop, residentMegabytes };
      } finally {
        inside('systemctl', 'stop', unit);
        inside('systemctl', 'reset-failed');
      }
    },
    async stop() {
      // Halts the machine.
      machine.kill('SIGTERM');
      await Promise.race([ended, wait(20_000).then(() => machine.kill('SIGKILL'))]);
    },
  };
}
