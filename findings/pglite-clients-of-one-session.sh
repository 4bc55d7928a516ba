#!/usr/bin/env bash
# Versions: @electric-sql/pglite-socket 0.2.17, @electric-sql/pglite 0.5.14 (PostgreSQL 18), pg 8.23.1 (Node 24.21.0).
# Guess:    two clients of pg that are connected to PGlite by its socket server (`maxConnections: 5`) are two sessions, one of which waits where the other is in
#           a transaction: a lock of one (`pg_advisory_lock`) is refused to the other, and what one says (`notify`) reaches the other, who listens.
# Seen:     a transaction is waited for. All the rest is one session: both have the lock; the notification comes to the one that sent it, and not to the
#           one that listens; a time zone or a temporary table of one is that of the other; and a named statement of one is an error for the other.
# Matters:  "only one of us does this" is true for both, reminders go out twice, and live pages stay as they were; in tests and on the desk only, or worse,
#           they pass there for the wrong reason.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @electric-sql/pglite-socket@0.2.17 @electric-sql/pglite@0.5.14 pg@8.23.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { createServer } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const found = server.address().port;
    server.close(() => resolve(found));
  });
});
const database = await PGlite.create();
await database.exec('create table jobs (number int)');
const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port, maxConnections: 5 });
await server.start();
const heard = [];
const connect = async (name) => {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password: 'postgres', database: 'postgres' });
  client.on('notification', ({ payload }) => heard.push(`${name} heard "${payload}"`));
  await client.connect();
  return client;
};
const [ada, bob] = [await connect('Ada'), await connect('Bob')];
await ada.query('begin');
await ada.query('insert into jobs values (1)');
const count = bob.query('select count(*) from jobs');
await ada.query('rollback');
console.log(`Bob sees ${(await count).rows[0].count} jobs of a transaction that Ada rolled back`);
await ada.query('select pg_advisory_lock(1)');
console.log(`Ada has a lock; Bob has it too: ${(await bob.query('select pg_try_advisory_lock(1) as had')).rows[0].had}`);
await ada.query('listen jobs');
await bob.query("notify jobs, 'number 2'");
await ada.query('select 1');
console.log(`Ada listens, Bob notifies: ${heard.join(', ') || 'nobody heard it'}`);
await ada.query("set timezone to 'America/Puerto_Rico'");
console.log(`Ada sets her time zone; Bob's is ${(await bob.query('show timezone')).rows[0].TimeZone}`);
await ada.query({ name: 'jobs', text: 'select 1 as number' });
const { rows } = await bob.query({ name: 'jobs', text: 'select 2 as number' }).catch(({ message }) => ({ rows: [{ number: message }] }));
console.log(`Bob's statement of the same name: ${rows[0].number}`);
process.exit();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
Bob sees 0 jobs of a transaction that Ada rolled back
Ada has a lock; Bob has it too: true
Ada listens, Bob notifies: Bob heard "number 2"
Ada sets her time zone; Bob's is America/Puerto_Rico
Bob's statement of the same name: prepared statement "jobs" already exists
SEEN
