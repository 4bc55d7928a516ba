#!/usr/bin/env bash
# Versions: node-ical 0.27.2, ical.js 2.2.1, ts-ics 2.4.6 and rrule 2.8.1 (Node 24.21.0).
# Guess:    a visit with extra days (`RDATE`, RFC 5545, 3.8.5.2) is on those days and on its own, which DTSTART always is: with a rule and without one.
# Seen:     `expandRecurringEvent` of node-ical has none of the extra days, although `rdate` of the event has them, and ts-ics does not read them. ical.js
#           and rrule have them; but without a rule they leave out the day of DTSTART itself, so that three visits are two.
# Matters:  a second inspection that was added to a series, or the first of three, stands in the calendar of who sent it and in no other, and nobody goes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 node-ical@0.27.2 ical.js@2.2.1 ts-ics@2.4.6 rrule@2.8.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import rrule from 'rrule';
import { convertIcsCalendar, extendByRecurrenceRule } from 'ts-ics';

const ends = new Date('2026-08-01T00:00:00Z');
const days = (dates) => dates.map((date) => new Date(date).getUTCDate()).join(', ') || 'none';
for (const [what, lines] of Object.entries({
  'July 6, and by RDATE the 8th and the 10th': ['RDATE:20260708T140000Z,20260710T140000Z'],
  'July 6 and 13, and by RDATE the 9th': ['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20260709T140000Z'],
})) {
  const series = ['DTSTART:20260706T140000Z', ...lines];
  const calendar = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//EV//EN
BEGIN:VEVENT
UID:visit@ev.test
DTSTAMP:20260701T000000Z
${series.join('\n')}
DTEND:20260706T150000Z
SUMMARY:Site visit
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n');
  const iterator = new ICAL.Event(new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent('vevent')).iterator();
  const byIcal = [];
  for (let time = iterator.next(); time; time = iterator.next()) byIcal.push(time.toJSDate());
  const event = Object.values(nodeIcal.sync.parseICS(calendar)).find(({ type }) => type === 'VEVENT');
  const byNodeIcal = nodeIcal.expandRecurringEvent(event, { from: new Date('2026-07-01T00:00:00Z'), to: ends }).map(({ start }) => start);
  const [read] = convertIcsCalendar(undefined, calendar).events;
  const byTsIcs = read.recurrenceRule ? extendByRecurrenceRule(read.recurrenceRule, { start: read.start.date, end: ends }) : [read.start.date];
  console.log(`${what}:`);
  console.log(`  node-ical ${days(byNodeIcal)} (its rdate: ${event.rdate}); ts-ics ${days(byTsIcs)}`);
  console.log(`  ical.js ${days(byIcal)}; rrule ${days(rrule.rrulestr(series.join('\n'), { forceset: true }).all())}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
July 6, and by RDATE the 8th and the 10th:
  node-ical 6 (its rdate: 20260708T140000Z,20260710T140000Z); ts-ics 6
  ical.js 8, 10; rrule 8, 10
July 6 and 13, and by RDATE the 9th:
  node-ical 6, 13 (its rdate: 20260709T140000Z); ts-ics 6, 13
  ical.js 6, 9, 13; rrule 6, 9, 13
SEEN
