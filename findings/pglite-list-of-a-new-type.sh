#!/usr/bin/env bash
# Versions: @electric-sql/pglite 0.5.17 (PostgreSQL 18, Node 24.21.0).
# Guess:    a column that is a list of a type of one's own (`service[]`, an enum) is read as a list and written as one from the moment it is there, as one of
#           texts is.
# Seen:     lists of types are known by those that were there when the database was opened. Of a new one the column is a text, "{Seal,Plan}", and a list for it
#           is refused (malformed array literal "Seal,Plan"); once the database is closed and opened again, it is a list, and written as one. In between
#           only `refreshArrayTypes()` helps.
# Matters:  code that was tried on a database that is made anew each time meets a text, and takes each of its letters for a service, or fails; the same
#           code does otherwise on the next start, and the first day after an update is unlike all others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @electric-sql/pglite@0.5.17
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';

let database = await PGlite.create('./data');
await database.exec("create type service as enum ('Seal', 'Plan'); create table jobs (services service[], tags text[]); insert into jobs values ('{Seal,Plan}', '{a,b}')");
const show = async (when) => {
  const { rows } = await database.query('select services, tags from jobs limit 1');
  const insert = (column) => database.query(`insert into jobs (${column}) values ($1)`, [['Seal', 'Plan']]).then(() => 'written', ({ message }) => message);
  console.log(`${when}: services ${JSON.stringify(rows[0].services)}, ${await insert('services')}; tags ${JSON.stringify(rows[0].tags)}, ${await insert('tags')}`);
};
await show('made');
await database.close();
database = await PGlite.create('./data');
await show('opened again');
await database.exec("create type state as enum ('Open'); alter table jobs add states state[]; update jobs set states = '{Open}'");
const states = async () => JSON.stringify((await database.query('select states from jobs limit 1')).rows[0].states);
console.log(`states, added now: ${await states()}`);
await database.refreshArrayTypes();
console.log(`after refreshArrayTypes(): ${await states()}`);
process.exit();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
made: services "{Seal,Plan}", malformed array literal: "Seal,Plan"; tags ["a","b"], written
opened again: services ["Seal","Plan"], written; tags ["a","b"], written
states, added now: "{Open}"
after refreshArrayTypes(): ["Open"]
SEEN
