#!/usr/bin/env bash
# Versions: dayjs 1.11.23 with its plugins utc and timezone (Node 24.21.0).
# Guess:    a week or a month after a visit at 10:00 in New York (`dayjs.tz('…', zone).add(1, 'week')`) it is 10:00 in New York, also over the change of the
#           clock, and the text (`format()`) is that moment, wherever the program runs.
# Seen:     the text has 10:00 and the offset of before the change. Where the program runs in UTC, the moment is that of the text: 9:00 in New York in
#           November, 11:00 in March. Where it runs in New York, the moment is 10:00, and its text is another moment, an hour off.
# Matters:  the next visit of a series is an hour early on a server, and right on the desk where it was tried; what the desk sends as a text is an hour off
#           all the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 dayjs@1.11.23
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);
const zone = 'America/New_York';
const clock = (moment) => new Date(moment.valueOf()).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);
for (const [day, unit] of [['2026-10-31', 'week'], ['2026-10-15', 'month'], ['2026-03-05', 'week'], ['2026-07-04', 'week']]) {
  const next = dayjs.tz(`${day} 10:00`, zone).add(1, unit);
  console.log(`${process.env.TZ}: a ${unit} after ${day} 10:00 is ${clock(next)} in New York, its text ${next.format()}`);
}

JS
for zone in UTC America/New_York; do TZ=$zone node try.mjs; done | tee seen
diff seen - <<'SEEN'
UTC: a week after 2026-10-31 10:00 is 2026-11-07 09:00 in New York, its text 2026-11-07T10:00:00-04:00
UTC: a month after 2026-10-15 10:00 is 2026-11-15 09:00 in New York, its text 2026-11-15T10:00:00-04:00
UTC: a week after 2026-03-05 10:00 is 2026-03-12 11:00 in New York, its text 2026-03-12T10:00:00-05:00
UTC: a week after 2026-07-04 10:00 is 2026-07-11 10:00 in New York, its text 2026-07-11T10:00:00-04:00
America/New_York: a week after 2026-10-31 10:00 is 2026-11-07 10:00 in New York, its text 2026-11-07T10:00:00-04:00
America/New_York: a month after 2026-10-15 10:00 is 2026-11-15 10:00 in New York, its text 2026-11-15T10:00:00-04:00
America/New_York: a week after 2026-03-05 10:00 is 2026-03-12 10:00 in New York, its text 2026-03-12T10:00:00-05:00
America/New_York: a week after 2026-07-04 10:00 is 2026-07-11 10:00 in New York, its text 2026-07-11T10:00:00-04:00
SEEN
