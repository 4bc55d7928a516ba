import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { otherUser } from '../../support/database/postgres.ts';
import { freePort } from '../../support/server/stack.ts';
import { debianFolder, postgresPrograms } from '../postgresPrograms.ts';

const stanza = 'jobs';

/** Returns a sentence unless pgBackRest and Debian's PostgreSQL are installed, which read and write each other's folders. */
export function withoutPgBackRest(): string {
  if (spawnSync('pgbackrest', ['version']).status !== 0) return 'pgBackRest is not installed.';
  return postgresPrograms() ? '' : `There is no PostgreSQL in ${debianFolder}.`;
}

export type ArchivedPostgres = {
  /** `postgres://…@127.0.0.1:port`, without a database. */
  url: string;
  /** Makes a full backup. @returns its sizes in bytes: of the database, and in the repository */
  backUp(): Promise<{ database: number; repository: number }>;
  /** Kills every process at once and removes the data folder: what is left is the repository and the configuration. */
  destroy(): Promise<void>;
  /** Restores into the empty data folder. @param options of `pgbackrest restore` */
  restore(...options: string[]): Promise<unknown>;
  /** Starts PostgreSQL; resolves when it accepts writes, after its recovery. */
  start(): Promise<void>;
  /** @throws unless what it writes reaches the archive */
  checkArchive(): Promise<unknown>;
  end(): Promise<void>;
};

/** Starts a PostgreSQL whose WAL goes to a repository of pgBackRest, each in a folder of its own. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const user = otherUser();
  const folder = await mkdtemp('/tmp/ev-archive-');
  const at = (name: string) => join(folder, name);
  const port = await freePort();
  const password = randomBytes(16).toString('hex');
  await writeFile(at('password'), password, { mode: 0o600 });
  await writeFile(
    at('pgbackrest.conf'),
    `[global]
repo1-path=${at('repository')}
repo1-retention-full=2
start-fast=y
lock-path=${at('lock')}
spool-path=${at('spool')}
log-level-file=off
log-level-console=warn
[${stanza}]
pg1-path=${at('data')}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=postgres
`,
  );
  await mkdir(at('repository'), { mode: 0o750 });
  if (user) {
    for (const name of ['', 'password', 'pgbackrest.conf', 'repository'])
      await chown(at(name), user.uid, user.gid);
  }
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder } };
  const run = async (program: string, ...args: string[]) =>
    (await promisify(execFile)(program, args, options)).stdout;
  const pgBackRest = `pgbackrest --config=${at('pgbackrest.conf')} --stanza=${stanza}`;
  const backRest = (...args: string[]) => {
    const [program = '', ...common] = pgBackRest.split(' ');
    return run(program, ...common, ...args);
  };

  let server: ChildProcess | undefined;
  /** Returns the server and its processes, each in a session of its own. */
  function processes(): number[] {
    const pid = server?.pid;
    if (!pid || server?.exitCode !== null || server.signalCode !== null) return [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.split(' ').filter(Boolean).map(Number)];
  }
  function killAll(): Promise<unknown> | undefined {
    const closed = processes().length > 0 && server ? once(server, 'exit') : undefined;
    for (const pid of processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
    return closed;
  }
  const endAll = () => {
    void killAll();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', endAll);

  async function start(): Promise<void> {
    let said = '';
    const args = ['-D', at('data'), '-p', String(port)];
    const started = spawn(join(postgresPrograms(), 'postgres'), args, {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    await new Promise<void>((resolve, reject) => {
      started.stderr.on('data', (chunk) => {
        said = (said + chunk).slice(-20_000);
        if (said.includes('ready to accept connections')) resolve();
      });
      started.once('close', () => reject(new Error(`PostgreSQL did not start.\n${said}`)));
    });
  }

  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    dynamic_shared_memory_type: 'mmap',
    archive_mode: 'on',
    archive_command: `${pgBackRest} archive-push %p`,
    archive_timeout: '60s',
  };
  await run(
    join(postgresPrograms(), 'initdb'),
    ...[`--pgdata=${at('data')}`, '--username=postgres', `--pwfile=${at('password')}`],
    ...['--auth-local=trust', '--auth-host=scram-sha-256', '--encoding=UTF8', '--locale=C'],
  );
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(at('data/postgresql.conf'), lines.join(''));
  await start();
  await backRest('stanza-create');
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}`,
    start,
    checkArchive: () => backRest('check'),
    async backUp() {
      await backRest('backup', '--type=full');
      const [{ backup } = { backup: [] }] = JSON.parse(await backRest('info', '--output=json')) as {
        backup: { info: { size: number; repository: { size: number } } }[];
      }[];
      const info = backup.at(-1)?.info;
      return { database: info?.size ?? 0, repository: info?.repository.size ?? 0 };
    },
    async destroy() {
      await killAll();
      await rm(at('data'), { recursive: true });
    },
    restore: (...more) => backRest('restore', ...more),
    async end() {
      await killAll();
      process.off('exit', endAll);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
