#!/usr/bin/env bash
# Versions: ics 3.12.0, ical.js 2.2.1 and ts-ics 2.4.6 to read (Node 24.21.0).
# Guess:    a visit of a series that was called off (`exclusionDates`) is out in each calendar that ics writes: one of whole days, one at the clock of whoever
#           opens it (`startOutputType: 'local'`), and one in UTC, each written in the form of its start (RFC 5545, 3.8.5.1).
# Seen:     the exception of the last one is in UTC, as the start is, and takes it out. So it is of the second, whose start is not: ical.js leaves that visit
#           on. Of whole days it is written as a time without a time (`EXDATE:20260705` for `EXDATE;VALUE=DATE:`): ical.js throws, and ts-ics has an invalid
#           `Date`.
# Matters:  a closure that was called off stands in the calendar of some, and the file opens for others not at all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 ics@3.12.0 ical.js@2.2.1 ts-ics@2.4.6
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ICAL from 'ical.js';
import { createEvent } from 'ics';
import { convertIcsCalendar } from 'ts-ics';

const series = { title: 'Closure', recurrenceRule: 'FREQ=DAILY;COUNT=3' };
const hour = { start: [2026, 7, 4, 10, 0], duration: { hours: 1 }, exclusionDates: [[2026, 7, 5, 10, 0]] };
for (const [name, event] of Object.entries({
  'whole days': { start: [2026, 7, 4], end: [2026, 7, 5], exclusionDates: [[2026, 7, 5]] },
  'local clock': { ...hour, startInputType: 'local', startOutputType: 'local' },
  UTC: hour,
})) {
  const { value } = createEvent({ ...series, ...event });
  console.log(`${name}: ${value.match(/^(DTSTART|EXDATE).*/gm).join(' ')}`);
  const days = [];
  try {
    const iterator = new ICAL.Event(new ICAL.Component(ICAL.parse(value)).getFirstSubcomponent('vevent')).iterator();
    for (let next = iterator.next(); next; next = iterator.next()) days.push(next.day);
    console.log(`  ical.js: July ${days.join(', ')}`);
  } catch ({ message }) {
    console.log(`  ical.js: ${message}`);
  }
  console.log(`  ts-ics: without ${convertIcsCalendar(undefined, value).events[0].exceptionDates.map(({ date }) => date)}`);
}

JS
TZ=America/New_York node try.mjs | tee seen
diff seen - <<'SEEN'
whole days: DTSTART;VALUE=DATE:20260704 EXDATE:20260705
  ical.js: invalid date-time value: "2026-07-05T::"
  ts-ics: without Invalid Date
local clock: DTSTART:20260704T100000 EXDATE:20260705T140000Z
  ical.js: July 4, 5, 6
  ts-ics: without Sun Jul 05 2026 10:00:00 GMT-0400 (Eastern Daylight Time)
UTC: DTSTART:20260704T140000Z EXDATE:20260705T140000Z
  ical.js: July 4, 6
  ts-ics: without Sun Jul 05 2026 10:00:00 GMT-0400 (Eastern Daylight Time)
SEEN
