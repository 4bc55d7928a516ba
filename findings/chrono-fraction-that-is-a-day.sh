#!/usr/bin/env bash
# Versions: chrono-node 2.10.3 (Node 24.21.0).
# Guess:    of a message, the days that somebody means are found: "due 12/11", "Friday"; a size, a pitch or a gauge ("3/4 plywood", "5/12 pitch",
#           "10/12/14 AWG"), and "3 holes" behind a bar mark, are none.
# Seen:     each of them is a day: March 4, May 12, October 12, 2014, and March 3. A day without a year that is just over, as "fri" on a Sunday, is
#           the past one, unless `forwardDate` is set; with it the fractions are days as before.
# Matters:  a message about plywood sets a due date or a reminder that nobody wanted, and "fri" one that is over.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 chrono-node@2.10.3
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import * as chrono from 'chrono-node';

// A Sunday.
const sent = new Date(2026, 10, 29, 16);
const day = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-');
const read = (text, options) => chrono.parse(text, sent, options).map(({ text, start }) => `${text}: ${day(start.date())}`).join();
const seen = {};
for (const text of ['use 3/4 plywood', 'roof is 5/12 pitch', 'wire 10/12/14 AWG', 'bar mar 3 holes', 'cob fri'])
  seen[text] = [read(text), read(text, { forwardDate: true })];
for (const [text, found] of Object.entries(seen)) console.log(text.padEnd(20), found.join(' | '));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
use 3/4 plywood      3/4: 2027-3-4 | 3/4: 2027-3-4
roof is 5/12 pitch   5/12: 2027-5-12 | 5/12: 2027-5-12
wire 10/12/14 AWG    10/12/14: 2014-10-12 | 10/12/14: 2014-10-12
bar mar 3 holes      mar 3: 2027-3-3 | mar 3: 2027-3-3
cob fri              fri: 2026-11-27 | fri: 2026-12-4
SEEN
