#!/usr/bin/env bash
# Versions: @electric-sql/pglite 0.5.17 (PostgreSQL 18), pg 8.23.1 beside it (Node 24.21.0).
# Guess:    a `Date` that is written to a `date` or a `timestamp`, and read again, is what it is with pg: the day and the time at the clock of the
#           program's own zone, both ways.
# Seen:     PGlite writes both at the clock of UTC. It reads a `date` as midnight in UTC, but a `timestamp` at the clock of the program's zone: what
#           is written at 9 PM in Puerto Rico is on the next day, a `timestamp` comes back four hours late, and later by four with each round, and
#           July 4 is read as 8 PM of July 3. pg gives and takes July 4, 9 PM.
# Matters:  where PGlite stands in for a server, in tests or offline, due dates and visits move by a day, or by hours with each save; in UTC, where
#           the tests run, nobody sees it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @electric-sql/pglite@0.5.17 pg@8.23.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import utils from 'pg/lib/utils.js';

process.env.TZ = 'America/Puerto_Rico';
const database = await PGlite.create();
const local = (date) => date.toString().slice(4, 21);
const row = async (query, values) => (await database.query(query, values)).rows[0];
const visit = new Date(2026, 6, 4, 21);
const columns = { date: 1082, timestamp: 1114, timestamptz: 1184 };
for (const [type, oid] of Object.entries(columns)) {
  const byPGlite = await row(`select $1::${type} as read, $1::${type}::text as stored`, [visit]);
  // Goes through PGlite as a text, as pg would send it.
  const byPg = await row(`select $1::text::${type}::text as stored`, [utils.prepareValue(visit)]);
  console.log(`${type}, PGlite: stored ${byPGlite.stored}, read ${local(byPGlite.read)}`);
  console.log(`${type}, pg: stored ${byPg.stored}, read ${local(pg.types.getTypeParser(oid)(byPg.stored))}`);
}
const { read } = await row("select date '2026-07-04' as read");
console.log(`July 4, PGlite: read ${local(read)}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
date, PGlite: stored 2026-07-05, read Jul 04 2026 20:00
date, pg: stored 2026-07-04, read Jul 04 2026 00:00
timestamp, PGlite: stored 2026-07-05 01:00:00, read Jul 05 2026 01:00
timestamp, pg: stored 2026-07-04 21:00:00, read Jul 04 2026 21:00
timestamptz, PGlite: stored 2026-07-05 01:00:00+00, read Jul 04 2026 21:00
timestamptz, pg: stored 2026-07-05 01:00:00+00, read Jul 04 2026 21:00
July 4, PGlite: read Jul 03 2026 20:00
SEEN
