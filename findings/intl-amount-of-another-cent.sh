#!/usr/bin/env bash
# Versions: Node 24.21.0 (ICU 78.3), @electric-sql/pglite 0.5.17 (PostgreSQL 18) and mathjs 15.2.0 beside it.
# Guess:    `toFixed(2)` and `Intl.NumberFormat` with two digits give the same cents of one number: 1.005 is a little less than it looks, so both make 1.00.
# Seen:     `toFixed` rounds the number as it is stored, Intl the shortest text of it: of 1.005 they make 1.00 and 1.01, of 2.675 (10.70 an hour for a
#           quarter of one) 2.67 and 2.68; of 8.345 both make 8.35. PostgreSQL (`round(float8::numeric, 2)`) and mathjs agree with Intl.
# Matters:  a line of an invoice has one cent more on the page than in the PDF, the CSV or the sum under it, for some amounts only, and somebody looks for it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @electric-sql/pglite@0.5.17 mathjs@15.2.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { format } from 'mathjs';

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const database = await PGlite.create();
for (const amount of [1.005, 10.7 * 0.25, 1.115, 10.235, 8.345, 0.125]) {
  const { rows } = await database.query('select round($1::float8::numeric, 2)::text as rounded', [amount]);
  const byMathjs = format(amount, { notation: 'fixed', precision: 2 });
  console.log(`${amount}: toFixed ${amount.toFixed(2)}, Intl ${money.format(amount)}, PostgreSQL ${rows[0].rounded}, mathjs ${byMathjs}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
1.005: toFixed 1.00, Intl 1.01, PostgreSQL 1.01, mathjs 1.01
2.675: toFixed 2.67, Intl 2.68, PostgreSQL 2.68, mathjs 2.68
1.115: toFixed 1.11, Intl 1.12, PostgreSQL 1.12, mathjs 1.12
10.235: toFixed 10.23, Intl 10.24, PostgreSQL 10.24, mathjs 10.24
8.345: toFixed 8.35, Intl 8.35, PostgreSQL 8.35, mathjs 8.35
0.125: toFixed 0.13, Intl 0.13, PostgreSQL 0.13, mathjs 0.13
SEEN
