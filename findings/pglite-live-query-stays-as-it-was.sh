#!/usr/bin/env bash
# Versions: @electric-sql/pglite 0.5.17 with its `live` extension (PostgreSQL 18, Node 24.21.0).
# Guess:    a live query is asked anew whenever rows that it shows may have changed: after INSERT, after TRUNCATE, and after an INSERT into a
#           partition or a child of its table, whose rows it has too.
# Seen:     it is after an INSERT into the table that it names, or that its view names. After the others it stays as it was, until something else
#           changes that table.
# Matters:  a list shows jobs that are gone, and lacks those that came in by a partition, on a screen that is said to be live.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @electric-sql/pglite@0.5.17
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { live } from '@electric-sql/pglite/live';

const db = await PGlite.create({ extensions: { live } });
await db.exec(`
  create table jobs (id int primary key);
  create table old_jobs () inherits (jobs);
  create table days (day int) partition by range (day);
  create table days_1 partition of days for values from (1) to (10);
`);
let shown = 0;
const show = (table) => db.live.query(`select * from ${table}`, [], ({ rows }) => {
  shown = rows.length;
});
for (const [table, ...changes] of [
  ['jobs', 'insert into jobs values (1)', 'insert into old_jobs values (2)', 'truncate jobs'],
  ['days', 'insert into days values (1)', 'insert into days_1 values (2)', 'truncate days'],
]) {
  const query = await show(table);
  for (const change of changes) {
    await db.exec(change);
    // Told by a notification.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const { rows } = await db.query(`select * from ${table}`);
    console.log(`${change}: ${rows.length} rows, shown ${shown}`);
  }
  await query.unsubscribe();
}
await db.close();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
insert into jobs values (1): 1 rows, shown 1
insert into old_jobs values (2): 2 rows, shown 1
truncate jobs: 0 rows, shown 1
insert into days values (1): 1 rows, shown 1
insert into days_1 values (2): 2 rows, shown 1
truncate days: 0 rows, shown 1
SEEN
