#!/usr/bin/env bash
# Versions: @electric-sql/pglite 0.5.16 (PostgreSQL 18), Node's file system.
# Guess:    `fsync=on` has each commit flushed to the disk, a statement that takes longer than `statement_timeout` ends with 57014, and where
#           `autovacuum` is on, the planner learns how many rows a table has.
# Seen:     `show` says that all three are on, and none does anything: not one fsync reaches Node, a statement runs on for as long as it
#           takes, and with a round of autovacuum each second `reltuples` stays -1 (never counted). Only `vacuum (analyze)`, run by hand, counts.
# Matters:  a message that was answered as sent is gone after a power cut, one search can hold the only connection for minutes, and queries
#           are planned as if every table were empty.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.16
cat > try.mjs <<'JS'
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
let flushed = 0;
for (const name of ['fsyncSync', 'fdatasyncSync', 'fsync', 'fdatasync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    flushed += 1;
    return real(...args);
  };
}
syncBuiltinESMExports();
const { PGlite } = await import('@electric-sql/pglite');
const settings = ['fsync=on', 'wal_sync_method=fsync', 'autovacuum_naptime=1s'].flatMap((one) => ['-c', one]);
const startParams = [...PGlite.defaultStartParams.filter((one) => one !== '-F'), ...settings];
const db = await PGlite.create({ dataDir: './data', startParams });
const value = async (sql) => Object.values((await db.query(sql)).rows[0])[0];
await db.exec('create table notes (n integer)');
for (let n = 0; n < 100; n += 1) await db.query('insert into notes values ($1)', [n]);
console.log('fsync:', await value('show fsync'), '- flushed by 100 commits:', flushed);
await db.exec("set statement_timeout = '50ms'");
const began = performance.now();
const said = await value('select count(*)::integer from generate_series(1, 2000000)').catch((error) => error.code);
console.log('statement_timeout:', await value('show statement_timeout'), '- said:', said, '- took longer:', performance.now() - began > 50);
await db.exec('set statement_timeout = 0');
await new Promise((resolve) => setTimeout(resolve, 3000));
const rows = () => value("select reltuples::integer from pg_class where relname = 'notes'");
console.log('autovacuum:', await value('show autovacuum'), '- rows known:', await rows());
await db.exec('vacuum (analyze) notes');
console.log('after vacuum (analyze):', await rows());
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
fsync: on - flushed by 100 commits: 0
statement_timeout: 50ms - said: 2000000 - took longer: true
autovacuum: on - rows known: -1
after vacuum (analyze): 100
SEEN
