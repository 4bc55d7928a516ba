#!/usr/bin/env bash
# Versions: rrule 2.8.1, ical.js 2.2.1, node-ical 0.27.2 beside them (Node 24.21.0).
# Guess:    a series of visits at 10:00 "until December 31", written as a day (`UNTIL=20261231`), which programs write although RFC 5545 (3.3.10)
#           wants a time there, has the one on December 31; or is refused.
# Seen:     rrule and ical.js end it on the 30th: they take the day for its midnight. node-ical has the 31st.
# Matters:  the last visit of a series is missing from the calendar of everybody whose program uses them, and nothing says so.
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

const rule = 'RRULE:FREQ=DAILY;UNTIL=20261231';
const start = 'DTSTART:20261229T100000Z';
const calendar = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//EV//EN
BEGIN:VEVENT
UID:1@ev.test
DTSTAMP:20261201T000000Z
${start}
DTEND:20261229T110000Z
${rule}
SUMMARY:Visit
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n');
const iterator = new ICAL.Event(new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent('vevent')).iterator();
const byIcalJs = [];
for (let next = iterator.next(); next; next = iterator.next()) byIcalJs.push(next.day);
const [event] = Object.values(ical.sync.parseICS(calendar)).filter(({ type }) => type === 'VEVENT');
const days = (dates) => dates.map((date) => date.getUTCDate()).join(' ');
const seen = {
  rrule: days(rrule.rrulestr(`${start}\n${rule}`).all()),
  'ical.js': byIcalJs.join(' '),
  'node-ical': days(event.rrule.all()),
};
for (const one of Object.entries(seen)) console.log(JSON.stringify(one));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
["rrule","29 30"]
["ical.js","29 30"]
["node-ical","29 30 31"]
SEEN
