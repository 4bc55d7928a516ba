#!/usr/bin/env bash
# Versions: @electric-sql/pglite 0.5.16 (PostgreSQL 18).
# Guess:    of several statements that are run by one `exec`, each result says in `affectedRows` how many rows its own statement changed, as
#           that of `query` does; a SELECT says 0.
# Seen:     each says how many rows were changed since the beginning of the `exec`: an UPDATE that finds nothing says 1 behind an INSERT of
#           one row, and a SELECT says all. `rowCount`, beside it, is right for each; of a SELECT it counts the rows read.
# Matters:  "nothing was changed, so somebody else was faster" is never seen, and counts in a log or an export are too high.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.16
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const db = new PGlite();
await db.exec('create table jobs (n integer, done boolean default false)');
const statements = [
  'insert into jobs values (1)',
  'update jobs set done = true where n = 99',
  'insert into jobs values (2), (3)',
  'update jobs set done = true',
  'delete from jobs where n = 1',
  'select n from jobs',
];
const told = ({ affectedRows, rowCount }) => `affectedRows ${affectedRows}, rowCount ${rowCount}`;
const together = await db.exec(statements.join(';'));
await db.exec('truncate jobs');
for (const [index, statement] of statements.entries())
  console.log(`${statement}: by exec ${told(together[index])}; by query ${told(await db.query(statement))}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
insert into jobs values (1): by exec affectedRows 1, rowCount 1; by query affectedRows 1, rowCount 1
update jobs set done = true where n = 99: by exec affectedRows 1, rowCount 0; by query affectedRows 0, rowCount 0
insert into jobs values (2), (3): by exec affectedRows 3, rowCount 2; by query affectedRows 2, rowCount 2
update jobs set done = true: by exec affectedRows 6, rowCount 3; by query affectedRows 3, rowCount 3
delete from jobs where n = 1: by exec affectedRows 7, rowCount 1; by query affectedRows 1, rowCount 1
select n from jobs: by exec affectedRows 7, rowCount 2; by query affectedRows 0, rowCount 2
SEEN
