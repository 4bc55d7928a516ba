#!/usr/bin/env bash
# Versions: dexie 4.4.7, fake-indexeddb 6.2.8 for the database (Node 24.21.0).
# Guess:    jobs sorted by their due date (`orderBy('due')`) are all jobs, those without one first or last, as `sortBy('due')` has them; and the jobs that are
#           not due on July 4 (`notEqual`) are all others.
# Seen:     those without a due date are left out: a value that is `null` or missing is in no index. So it is for `notEqual`, for `count()`, and for a pair of
#           columns (`[client+due]`), where they are left out of all jobs of their client. `sortBy` has all. Nothing is said.
# Matters:  a list loses jobs by a tap on the head of a column, offline, and those are the ones that nobody has looked at yet.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 dexie@4.4.7 fake-indexeddb@6.2.8
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import 'fake-indexeddb/auto';
import Dexie from 'dexie';

const database = new Dexie('ev');
database.version(1).stores({ jobs: 'number, due, client, [client+due]' });
await database.jobs.bulkAdd([
  { number: 1, client: 'Roe', due: '2026-07-04' },
  { number: 2, client: 'Roe', due: null },
  { number: 3, client: 'Roe' },
  { number: 4, client: 'Roe', due: '2026-07-01' },
]);
const { jobs } = database;
const show = async (what, found) => console.log(`${what}: ${(await found).map(({ number }) => number).join(', ')}`);
await show("toArray()", jobs.toArray());
await show("orderBy('due')", jobs.orderBy('due').toArray());
await show("toCollection().sortBy('due')", jobs.toCollection().sortBy('due'));
await show("where('due').notEqual('2026-07-04')", jobs.where('due').notEqual('2026-07-04').toArray());
await show("where({ client })", jobs.where({ client: 'Roe' }).toArray());
await show("where('[client+due]') of the client", jobs.where('[client+due]').between(['Roe', Dexie.minKey], ['Roe', Dexie.maxKey]).toArray());
console.log(`count(): ${await jobs.count()}, of orderBy('due'): ${await jobs.orderBy('due').count()}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
toArray(): 1, 2, 3, 4
orderBy('due'): 4, 1
toCollection().sortBy('due'): 2, 3, 4, 1
where('due').notEqual('2026-07-04'): 4
where({ client }): 1, 2, 3, 4
where('[client+due]') of the client: 4, 1
count(): 4, of orderBy('due'): 2
SEEN
