#!/usr/bin/env bash
# Versions: ical.js 2.2.1, rrule 2.8.1 beside it (Node 24.21.0).
# Guess:    a series has no occurrence where there is no such day (RFC 5545, 3.3.10): from February 29 each year, only leap years; from March 31
#           in March, June, September and December, two a year. `BYMONTHDAY=28,29,30,31;BYSETPOS=-1` is the last day of each month.
# Seen:     ical.js moves the day that does not exist into the next month: March 1, July 1, October 1; by `FREQ=MONTHLY` alone it does not. It
#           passes over BYSETPOS, and has every day from 28 on. rrule has the days of the RFC.
# Matters:  quarterly inspections and yearly renewals stand on days that nobody set, and the last day of the month is up to four days.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 ical.js@2.2.1 rrule@2.8.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ICAL from 'ical.js';
import rrule from 'rrule';
const series = [
  ['20240229T100000', 'RRULE:FREQ=YEARLY;COUNT=3'],
  ['20260331T100000', 'RRULE:FREQ=MONTHLY;COUNT=4'],
  ['20260331T100000', 'RRULE:FREQ=YEARLY;BYMONTH=3,6,9,12;COUNT=4'],
  ['20260131T100000', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;COUNT=4'],
];
for (const [start, rule] of series) {
  const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:visits', `DTSTART:${start}`, rule, 'END:VEVENT', 'END:VCALENDAR'];
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(lines.join('\r\n'))).getFirstSubcomponent('vevent'));
  const days = event.iterator();
  const byIcal = [];
  for (let day = days.next(); day && byIcal.length < 4; day = days.next()) byIcal.push(day.toString().slice(0, 10));
  const byRrule = rrule.rrulestr(`DTSTART:${start}Z\n${rule}`).all().map((day) => day.toISOString().slice(0, 10));
  console.log(`${start.slice(0, 8)} ${rule}\n  ical.js ${byIcal.join(' ')}\n  rrule   ${byRrule.join(' ')}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
20240229 RRULE:FREQ=YEARLY;COUNT=3
  ical.js 2024-02-29 2025-03-01 2026-03-01
  rrule   2024-02-29 2028-02-29 2032-02-29
20260331 RRULE:FREQ=MONTHLY;COUNT=4
  ical.js 2026-03-31 2026-05-31 2026-07-31 2026-08-31
  rrule   2026-03-31 2026-05-31 2026-07-31 2026-08-31
20260331 RRULE:FREQ=YEARLY;BYMONTH=3,6,9,12;COUNT=4
  ical.js 2026-03-31 2026-07-01 2026-10-01 2026-12-31
  rrule   2026-03-31 2026-12-31 2027-03-31 2027-12-31
20260131 RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;COUNT=4
  ical.js 2026-01-31 2026-02-28 2026-03-28 2026-03-29
  rrule   2026-01-31 2026-02-28 2026-03-31 2026-04-30
SEEN
