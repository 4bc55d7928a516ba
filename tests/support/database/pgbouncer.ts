import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../server/stack.ts';
import { otherUser } from './postgres.ts';

/** Returns a sentence unless a PgBouncer is installed that keeps named statements apart where each transaction has another connection. */
export function withoutPgbouncer(): string {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major) > 1 || Number(minor) >= 21 ? '' : 'PgBouncer 1.21 or later is not installed.';
}

/** Starts a PgBouncer on a free port, which pools the connections to every database of a server by transaction. */
export async function startPgbouncer(postgresUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const behind = new URL(postgresUrl);
  const user = otherUser();
  const folder = await mkdtemp('/tmp/ev-pgbouncer-');
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${behind.username}" "${behind.password}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${behind.hostname} port=${behind.port} connect_query='set statement_timeout = 15000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
max_prepared_statements = 200
ignore_startup_parameters = statement_timeout
max_client_conn = 2000
default_pool_size = 10
# The tests have a database each.
server_idle_timeout = 5
autodb_idle_timeout = 5
`,
  );
  for (const path of [folder, settings, users]) {
    await chmod(path, path === folder ? 0o700 : 0o600);
    if (user) await chown(path, user.uid, user.gid);
  }
  const child = spawn('pgbouncer', [settings], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const closed = once(child, 'close');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      said += chunk;
      if (said.includes('process up')) resolve();
    });
    closed.then(() => reject(new Error(`PgBouncer did not start.\n${said}`)), reject);
  });
  return {
    url: `postgres://${behind.username}:${behind.password}@127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGINT');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
