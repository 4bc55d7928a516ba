#!/usr/bin/env bash
# Versions: @electric-sql/pglite 0.5.17 (PostgreSQL 18, Node 24.21.0).
# Guess:    by full text search (`simple`), "Sheet A-101" is found by A-101 and by 101; "detail 12/A-501" by A-501; and "EV/PR" by PR.
# Seen:     the number of a sheet is a letter and a number below zero, -101: 101 finds nothing. `12/A-501`, `/A-102` and `EV/PR` are the paths of
#           files, one word each, and A-501, A-102 and PR find nothing; only E-101A is found by 101A. A search for A-101 finds "A plan, -101 F".
# Matters:  the words of which plans are made are those that a search of plans does not find, while sentences are found.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @electric-sql/pglite@0.5.17
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';

const database = await PGlite.create();
const searches = [
  ['Sheet A-101', 'A-101'],
  ['Sheet A-101', '101'],
  ['Sheet E-101A', '101A'],
  ['detail 12/A-501', 'A-501'],
  ['see A-101/A-102', 'A-102'],
  ['EV/PR', 'PR'],
  ['A plan, -101 F', 'A-101'],
];
for (const [text, words] of searches) {
  const sql = `select to_tsvector('simple', $1)::text as kept, to_tsvector('simple', $1) @@ plainto_tsquery('simple', $2) as found`;
  const { kept, found } = (await database.query(sql, [text, words])).rows[0];
  console.log(`${words} in "${text}" (${kept}): ${found ? 'found' : 'not found'}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
A-101 in "Sheet A-101" ('-101':3 'a':2 'sheet':1): found
101 in "Sheet A-101" ('-101':3 'a':2 'sheet':1): not found
101A in "Sheet E-101A" ('101a':4 'e':3 'e-101a':2 'sheet':1): found
A-501 in "detail 12/A-501" ('12/a-501':2 'detail':1): not found
A-102 in "see A-101/A-102" ('-101':3 '/a-102':4 'a':2 'see':1): not found
PR in "EV/PR" ('ev/pr':1): not found
A-101 in "A plan, -101 F" ('-101':3 'a':1 'f':4 'plan':2): found
SEEN
