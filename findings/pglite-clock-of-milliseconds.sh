#!/usr/bin/env bash
# Versions: @electric-sql/pglite 0.5.16 (PostgreSQL 18).
# Guess:    times have microseconds, as PostgreSQL's have: rows that consecutive statements write with `default clock_timestamp()`, each in
#           a transaction of its own, can be told apart by their time.
# Seen:     `clock_timestamp()` and `now()` have whole milliseconds only. Of a thousand rows, written one after the other, many have the time
#           of the row before. uuidv7() of the same rows ascends all the same.
# Matters:  messages ordered by time come in any order, and a page that begins "after the last time seen" leaves some out, while the same
#           query does well on a server.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.16
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const db = new PGlite();
const value = async (sql) => Object.values((await db.query(sql)).rows[0])[0];
await db.exec('create table messages (n integer, id uuid default uuidv7(), at timestamptz default clock_timestamp(), began timestamptz default now())');
for (let n = 0; n < 1000; n += 1) await db.query('insert into messages (n) values ($1)', [n]);
for (const column of ['at', 'began']) {
  const finer = await value(`select count(*) from messages where ${column} <> date_trunc('milliseconds', ${column})`);
  const distinct = await value(`select count(distinct ${column}) from messages`);
  console.log(`${column}: rows with microseconds: ${finer} of 1000, rows with the time of another: ${distinct < 1000 ? 'some' : 'none'}`);
}
console.log('ids that do not ascend:', await value('select count(*) from messages a join messages b on b.n = a.n + 1 where b.id <= a.id'));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
at: rows with microseconds: 0 of 1000, rows with the time of another: some
began: rows with microseconds: 0 of 1000, rows with the time of another: some
ids that do not ascend: 0
SEEN
