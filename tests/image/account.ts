import { type ExecFileException, execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { withoutPrograms } from '../support/run/programs.ts';

const execute = promisify(execFile);

/** crun refuses cgroups of both versions at once. */
export const runtime = existsSync('/sys/fs/cgroup/unified') ? 'runc' : 'crun';

/** Returns a sentence that says what is missing to build and run the image; `''` where nothing is. */
export function withoutImage(): string {
  return withoutPrograms([
    'buildah',
    'podman',
    runtime,
    'slirp4netns',
    'newuidmap',
    'podman-compose',
    'mmdebstrap',
  ]);
}

/** An account without rights, with an image store of its own. */
export type Account = {
  /** A folder of its own. */
  folder: string;
  /** Runs a program and resolves with its output. @throws Error with the end of what it wrote */
  run(program: string, ...args: string[]): Promise<string>;
  /** Gives a folder to the account. */
  give(folder: string): void;
  remove(): Promise<void>;
};

/**
 * Returns the account that builds and runs images: this one, or, as root, a new one that is removed afterwards, or `IMAGE_USER`, which
 * keeps its images for the next run.
 */
export async function openAccount(): Promise<Account> {
  const isRoot = userInfo().uid === 0;
  const lasting = isRoot ? process.env.IMAGE_USER : userInfo().username;
  const name = lasting ?? `ev-image-${process.pid}`;
  if (lasting === undefined) execFileSync('useradd', ['--create-home', name]);
  const [, , uid = '', gid = '', , home = ''] = execFileSync('getent', ['passwd', name], { encoding: 'utf8' })
    .trim()
    .split(':');
  const folder = await mkdtemp('/tmp/ev-image-');
  await chown(folder, Number(uid), Number(gid));
  const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: folder, STORAGE_DRIVER: 'overlay' };

  async function run(program: string, ...args: string[]): Promise<string> {
    const all = isRoot ? ['runuser', '-u', name, '--', program, ...args] : [program, ...args];
    const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
    return execute(all[0] as string, all.slice(1), options).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr, message }: ExecFileException) => {
        const said = `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-12).join('\n');
        throw new Error(`${program} ${args[0]}: ${said || message}`);
      },
    );
  }

  return {
    folder,
    run,
    give: (path) => void (isRoot && execFileSync('chown', ['-R', `${uid}:${gid}`, path])),
    async remove() {
      if (lasting === undefined) await run('podman', 'system', 'reset', '--force').catch(() => undefined);
      // The process that keeps the user namespace.
      await run('sh', '-c', 'kill "$(cat libpod/tmp/pause.pid)"').catch(() => undefined);
      if (lasting === undefined) execFileSync('userdel', ['--force', '--remove', name], { stdio: 'ignore' });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
