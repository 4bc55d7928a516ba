#!/usr/bin/env bash
# Versions: node-ical 0.27.2, ical.js 2.2.1 beside it (Node 24.21.0).
# Guess:    an invitation to two visits of a series, without the series itself (two events of one UID, each with a RECURRENCE-ID, RFC 5546, 3.2.2), as
#           it is sent to somebody who is invited to those alone, has two visits.
# Seen:     node-ical has one event, the first; `expandRecurringEvent` makes one visit of it. The other one stands only in `recurrences` of the first,
#           where that function does not look without a rule. ical.js has two events. Along with the series, both libraries have both.
# Matters:  one of two visits is in no calendar, and nobody goes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 node-ical@0.27.2 ical.js@2.2.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ICAL from 'ical.js';
import ical from 'node-ical';

const event = (...lines) => ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260601T000000Z', ...lines, 'DURATION:PT1H', 'END:VEVENT'];
const series = event('SUMMARY:Series', 'DTSTART:20260707T140000Z', 'RRULE:FREQ=WEEKLY;COUNT=3');
const moved = [
  ...event('SUMMARY:First moved', 'RECURRENCE-ID:20260714T140000Z', 'DTSTART:20260715T140000Z'),
  ...event('SUMMARY:Second moved', 'RECURRENCE-ID:20260721T140000Z', 'DTSTART:20260722T140000Z'),
];
const range = { from: new Date('2026-07-01'), to: new Date('2026-08-01') };
for (const [what, events] of Object.entries({ 'two alone': moved, 'with the series': [...series, ...moved] })) {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');
  const read = Object.values(ical.sync.parseICS(text)).filter(({ type }) => type === 'VEVENT');
  const visits = read.flatMap((one) => ical.expandRecurringEvent(one, range)).map(({ summary }) => summary);
  const others = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => one.getFirstPropertyValue('summary'));
  console.log(`${what}: node-ical ${visits.join(', ')}; events of ical.js ${others.join(', ')}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
two alone: node-ical First moved; events of ical.js First moved, Second moved
with the series: node-ical Series, First moved, Second moved; events of ical.js Series, First moved, Second moved
SEEN
