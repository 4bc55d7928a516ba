#!/usr/bin/env bash
# Versions: @electric-sql/pglite 0.5.16 (PostgreSQL 18).
# Guess:    a database that is opened from a copy (`dumpDataDir`, `loadDataDir`) goes on as the one that was copied: after job 1 comes job 2,
#           as it does after `close()` and opening the folder again.
# Seen:     after job 1 comes job 34: the copy is that of a server that was not stopped, and of a sequence it has the next number that is
#           certainly free. So with each copy. After a `checkpoint` the copy goes on with 2.
# Matters:  numbers of jobs and invoices have a gap of 32 after every restore and every move, and someone must explain the missing ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.16
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const add = async (db) => (await db.query("insert into jobs (name) values ('Roof') returning number")).rows[0].number;
const ways = {
  'closed and opened again': async (db) => {
    await db.close();
    return PGlite.create('./data');
  },
  copied: async (db) => PGlite.create({ loadDataDir: await db.dumpDataDir('none') }),
  'copied after a checkpoint': async (db) => {
    await db.exec('checkpoint');
    return PGlite.create({ loadDataDir: await db.dumpDataDir('none') });
  },
};
for (const [name, again] of Object.entries(ways)) {
  let db = await PGlite.create(name.startsWith('closed') ? './data' : undefined);
  await db.exec('create table jobs (number integer generated always as identity, name text)');
  const numbers = [await add(db)];
  for (let time = 0; time < 2; time += 1) {
    db = await again(db);
    numbers.push(await add(db));
  }
  console.log(`${name}: ${numbers.join(', ')}`);
}
process.exit();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
closed and opened again: 1, 2, 3
copied: 1, 34, 67
copied after a checkpoint: 1, 2, 3
SEEN
