#!/usr/bin/env bash
# Versions: date-fns 4.4.0, dayjs 1.11.23 with customParseFormat (Node 24.21.0).
# Guess:    a day typed as 11/27/26 where four digits are asked for is invalid, or of 2026; a February 31 is invalid in both, and so is a day with
#           other words behind it.
# Seen:     date-fns (`parse` with `MM/dd/yyyy`) makes it November 27 of the year 26, which is valid; `isBefore(today)` holds. It refuses the others.
#           dayjs refuses the short year, but makes February 31 March 3, and passes over the words; only its third argument, `true`, makes it refuse
#           them.
# Matters:  a due date that a user typed in the usual way is 2,000 years late, or on a day that they did not type.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 date-fns@4.4.0 dayjs@1.11.23
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { isValid, parse } from 'date-fns';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';

dayjs.extend(customParseFormat);
const shown = (date) => (isValid(date) ? [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-') : 'invalid');
const seen = {};
for (const typed of ['11/27/26', '02/31/2026', '11/27/2026 or later'])
  seen[typed] = [
    shown(parse(typed, 'MM/dd/yyyy', new Date(2026, 0))),
    shown(dayjs(typed, 'MM/DD/YYYY').toDate()),
    shown(dayjs(typed, 'MM/DD/YYYY', true).toDate()),
  ];
for (const one of Object.entries(seen)) console.log(JSON.stringify(one));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
["11/27/26",["26-11-27","invalid","invalid"]]
["02/31/2026",["invalid","2026-3-3","invalid"]]
["11/27/2026 or later",["invalid","2026-11-27","invalid"]]
SEEN
