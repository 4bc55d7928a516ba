#!/usr/bin/env bash
# Versions: node-ical 0.27.2, ical.js 2.2.1 beside it (Node 24.21.0).
# Guess:    where a series was moved from one visit on ("this and following", `RECURRENCE-ID;RANGE=THISANDFUTURE`, RFC 5545, 3.8.4.4), that visit and all later
#           ones are at the new time.
# Seen:     `expandRecurringEvent` of node-ical moves the one visit, and has the later ones at the old time, as if nothing were said of the future. ical.js moves
#           them all.
# Matters:  from the second week on, visits stand on another day and at another hour than agreed, while the first one is right, which everybody checks.
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

const event = (...lines) => ['BEGIN:VEVENT', 'UID:visit@ev.test', 'DTSTAMP:20260701T000000Z', 'SUMMARY:Site visit', ...lines, 'END:VEVENT'];
const calendar = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//EV//EN'],
  ...event('DTSTART:20260706T140000Z', 'DTEND:20260706T150000Z', 'RRULE:FREQ=WEEKLY;COUNT=5'),
  ...event('RECURRENCE-ID;RANGE=THISANDFUTURE:20260720T140000Z', 'DTSTART:20260721T160000Z', 'DTEND:20260721T170000Z'),
  ...['END:VCALENDAR', ''],
].join('\r\n');
const show = (name, dates) => console.log(`${name}: ${dates.map((date) => date.toISOString().slice(5, 16)).join(', ')}`);
const found = Object.values(nodeIcal.sync.parseICS(calendar)).find(({ type }) => type === 'VEVENT');
show('node-ical', nodeIcal.expandRecurringEvent(found, { from: new Date('2026-07-01T00:00:00Z'), to: new Date('2026-09-01T00:00:00Z') }).map(({ start }) => start));
const series = new ICAL.Event(new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent('vevent'));
const iterator = series.iterator();
const byIcal = [];
for (let time = iterator.next(); time; time = iterator.next()) byIcal.push(series.getOccurrenceDetails(time).startDate.toJSDate());
show('ical.js', byIcal);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
node-ical: 07-06T14:00, 07-13T14:00, 07-21T16:00, 07-27T14:00, 08-03T14:00
ical.js: 07-06T14:00, 07-13T14:00, 07-21T16:00, 07-28T16:00, 08-04T16:00
SEEN
