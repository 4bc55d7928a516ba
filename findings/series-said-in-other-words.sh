#!/usr/bin/env bash
# Versions: rrule 2.8.1 (Node 24.21.0).
# Guess:    `toText()` of a series says on which days it is; of one that it cannot say, `isFullyConvertibleToText()` is false.
# Seen:     of the last working day of each month (`BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1`) it says "every month on weekdays", and of the first day of a
#           weekend in the month (`BYDAY=SA,SU;BYSETPOS=1`) "on Saturday, Sunday": BYSETPOS is passed over, and `isFullyConvertibleToText()` is true.
#           `all()` has the right days. `BYDAY=-1FR` is said rightly.
# Matters:  who checks a monthly report or an inspection by the words beside it reads that it is on every working day, or enters it anew as that.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 rrule@2.8.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import rrule from 'rrule';

for (const rule of ['BYDAY=-1FR', 'BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'BYDAY=SA,SU;BYSETPOS=1']) {
  const series = rrule.rrulestr(`DTSTART:20260701T140000Z\nRRULE:FREQ=MONTHLY;COUNT=3;${rule}`);
  const days = series.all().map((date) => date.toISOString().slice(0, 10));
  console.log(`${rule}: ${series.toText()}; ${series.isFullyConvertibleToText()}; ${days.join(' ')}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
BYDAY=-1FR: every month on the last Friday for 3 times; true; 2026-07-31 2026-08-28 2026-09-25
BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1: every month on weekdays for 3 times; true; 2026-07-31 2026-08-31 2026-09-30
BYDAY=SA,SU;BYSETPOS=1: every month on Saturday, Sunday for 3 times; true; 2026-07-04 2026-08-01 2026-09-05
SEEN
