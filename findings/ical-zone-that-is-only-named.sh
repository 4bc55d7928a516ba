#!/usr/bin/env bash
# Versions: ical-generator 11.1.2 (Node 24.21.0).
# Guess:    a calendar, or an event, that is given the name of a time zone writes times at the clock of that zone, or in UTC,
#           wherever the program runs; and DTSTAMP in UTC, as RFC 5545 wants it.
# Seen:     a `Date` is written at the clock of the program's own zone: beside an X-WR-TIMEZONE that names the calendar's zone, without `Z`,
#           DTSTAMP too; of an event with a zone of its own even beside the TZID of that zone. Without any zone all is in UTC, and right.
# Matters:  who names the firm's zone has its events hours off for everybody, by other hours on a server than on their own machine.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 ical-generator@11.1.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ical from 'ical-generator';
const zone = 'America/Puerto_Rico';
for (const own of ['UTC', 'America/Chicago']) {
  process.env.TZ = own;
  for (const [name, calendar, event] of [['nothing', null, null], ['calendar', zone, undefined], ['event', null, zone]]) {
    const feed = ical({ name: 'Visits', timezone: calendar });
    feed.createEvent({
      id: 'visit',
      summary: 'Visit',
      stamp: new Date('2026-07-01T00:00:00Z'),
      start: new Date('2026-07-04T16:00:00Z'),
      ...(event !== undefined && { timezone: event }),
    });
    const lines = feed.toString().match(/^(X-WR-TIMEZONE|DTSTAMP|DTSTART).*/gm);
    console.log(`program in ${own}, zone of ${name}: ${lines.join(' ')}`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
program in UTC, zone of nothing: DTSTAMP:20260701T000000Z DTSTART:20260704T160000Z
program in UTC, zone of calendar: X-WR-TIMEZONE:America/Puerto_Rico DTSTAMP:20260701T000000 DTSTART:20260704T160000
program in UTC, zone of event: DTSTAMP:20260701T000000Z DTSTART;TZID=America/Puerto_Rico:20260704T160000
program in America/Chicago, zone of nothing: DTSTAMP:20260701T000000Z DTSTART:20260704T160000Z
program in America/Chicago, zone of calendar: X-WR-TIMEZONE:America/Puerto_Rico DTSTAMP:20260630T190000 DTSTART:20260704T110000
program in America/Chicago, zone of event: DTSTAMP:20260701T000000Z DTSTART;TZID=America/Puerto_Rico:20260704T110000
SEEN
