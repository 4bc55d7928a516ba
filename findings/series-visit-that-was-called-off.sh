#!/usr/bin/env bash
# Versions: rrule 2.8.1, ical.js 2.2.1 and node-ical 0.27.2 beside it (Node 24.21.0).
# Guess:    an exception of a series names the moment of the visit that was called off, so one in UTC (`EXDATE:20260713T140000Z`) takes out the visit of
#           10:00 in New York, whose series has its time zone (`DTSTART;TZID=…`).
# Seen:     rrule leaves that visit in: it compares 14:00 of the one with 10:00 of the other. Only an exception with the same zone takes it out. ical.js
#           and node-ical take it out in both cases.
# Matters:  a program that writes exceptions in UTC calls off a visit, and it stands in the calendar of whoever reads it with rrule: somebody goes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 rrule@2.8.1 ical.js@2.2.1 node-ical@0.27.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ICAL from 'ical.js';
import ical from 'node-ical';
import rrule from 'rrule';

const start = 'DTSTART;TZID=America/New_York:20260706T100000';
const zone = `BEGIN:VTIMEZONE
TZID:America/New_York
BEGIN:DAYLIGHT
DTSTART:20070311T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
END:DAYLIGHT
END:VTIMEZONE`;
const day = (date) => date.toISOString().slice(8, 10);
for (const [what, exception] of Object.entries({
  'in UTC': 'EXDATE:20260713T140000Z',
  'with the zone': 'EXDATE;TZID=America/New_York:20260713T100000',
})) {
  const series = `${start}\nRRULE:FREQ=WEEKLY;COUNT=3\n${exception}`;
  const event = `BEGIN:VEVENT\nUID:1\nDTSTAMP:20260601T000000Z\n${series}\nDURATION:PT1H\nEND:VEVENT`;
  const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n${zone}\n${event}\nEND:VCALENDAR\n`.replaceAll('\n', '\r\n');
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.register(new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')));
  const visits = new ICAL.Event(calendar.getFirstSubcomponent('vevent')).iterator();
  const ofIcal = [];
  for (let visit = visits.next(); visit; visit = visits.next()) ofIcal.push(day(visit.toJSDate()));
  const read = Object.values(ical.sync.parseICS(text)).find(({ type }) => type === 'VEVENT');
  const ofNode = ical.expandRecurringEvent(read, { from: new Date('2026-07-01'), to: new Date('2026-08-01') }).map((one) => day(one.start));
  console.log(`${what}: rrule ${rrule.rrulestr(series).all().map(day)}; ical.js ${ofIcal}; node-ical ${ofNode}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
in UTC: rrule 06,13,20; ical.js 06,20; node-ical 06,20
with the zone: rrule 06,20; ical.js 06,20; node-ical 06,20
SEEN
