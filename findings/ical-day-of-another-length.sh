#!/usr/bin/env bash
# Versions: node-ical 0.27.2, ical.js 2.2.1 (Node 24.21.0).
# Guess:    a visit of one day (`DURATION:P1D`) ends at the same time of the next day, also over the night in which the clock changes, when that day has 25
#           hours; one of `PT24H` ends after 24 hours (RFC 5545, 3.3.6). An event of two whole days ends with the second.
# Seen:     node-ical adds 24 hours for a day: the visit ends an hour early, and the event of two days at 11 PM of the second, marked as a day without a time
#           (`dateOnly`), which is one day too early. ical.js goes by the clock for both: its 24 hours are 25.
# Matters:  a closure or a pour "for two days" over that weekend is one day long in the calendar, and a test of 24 hours ends an hour late.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 node-ical@0.27.2 ical.js@2.2.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

const rule = (name, [from, to], start, day) => [`BEGIN:${name}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `DTSTART:${start}`, `RRULE:FREQ=YEARLY;${day}`, `END:${name}`];
const zone = [
  'BEGIN:VTIMEZONE',
  'TZID:America/New_York',
  ...rule('DAYLIGHT', ['-0500', '-0400'], '20070311T020000', 'BYMONTH=3;BYDAY=2SU'),
  ...rule('STANDARD', ['-0400', '-0500'], '20071104T020000', 'BYMONTH=11;BYDAY=1SU'),
  'END:VTIMEZONE',
];
const event = (...lines) => ['BEGIN:VEVENT', 'UID:1@example.org', 'DTSTAMP:20260701T000000Z', 'SUMMARY:Visit', ...lines, 'END:VEVENT'];
const local = (date) => date.toLocaleString('sv-SE').slice(0, 16);
for (const lines of [
  ['DTSTART;TZID=America/New_York:20260703T100000', 'DURATION:P1D'],
  ['DTSTART;TZID=America/New_York:20261031T100000', 'DURATION:P1D'],
  ['DTSTART;TZID=America/New_York:20261031T100000', 'DURATION:PT24H'],
  ['DTSTART;VALUE=DATE:20261031', 'DURATION:P2D'],
  ['DTSTART;VALUE=DATE:20261031', 'DTEND;VALUE=DATE:20261102'],
]) {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', ...zone, ...event(...lines), 'END:VCALENDAR', ''].join('\r\n');
  const { end } = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT');
  const { endDate } = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent'));
  console.log(`${lines.map((line) => line.split(/[;:]/).slice(-1)).join(' ')}: node-ical until ${local(end)}${end.dateOnly ? ' (dateOnly)' : ''}, ical.js until ${local(endDate.toJSDate())}`);
}

JS
TZ=America/New_York node try.mjs | tee seen
diff seen - <<'SEEN'
20260703T100000 P1D: node-ical until 2026-07-04 10:00, ical.js until 2026-07-04 10:00
20261031T100000 P1D: node-ical until 2026-11-01 09:00, ical.js until 2026-11-01 10:00
20261031T100000 PT24H: node-ical until 2026-11-01 09:00, ical.js until 2026-11-01 10:00
20261031 P2D: node-ical until 2026-11-01 23:00 (dateOnly), ical.js until 2026-11-02 00:00
20261031 20261102: node-ical until 2026-11-02 00:00 (dateOnly), ical.js until 2026-11-02 00:00
SEEN
