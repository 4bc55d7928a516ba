#!/usr/bin/env bash
# Versions: node-ical 0.27.2, ical.js 2.2.1 (Node 24.21.0).
# Guess:    a time in a calendar that somebody sends is the same moment wherever it is read: by the rules that the file brings for its zone
#           (VTIMEZONE, which RFC 5545 wants beside each TZID, whatever its name); and by the zone of that name where it brings none.
# Seen:     node-ical goes by the name alone: of a zone "Office", or "/mozilla.org/20070129_1/America/New_York", with rules in the file, it takes
#           the time at the program's own clock. ical.js goes by the rules alone: without them, "America/New_York" is the program's own clock.
# Matters:  10:00 in New York becomes 10:00 in UTC on a server, and the visit or the hearing stands hours off; nothing says so.
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
const daylight = ['BEGIN:DAYLIGHT', 'DTSTART:20070311T020000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', 'END:DAYLIGHT'];
const standard = ['BEGIN:STANDARD', 'DTSTART:20071104T020000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU', 'END:STANDARD'];
const rulesOf = (zone) => ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...daylight, ...standard, 'END:VTIMEZONE'];
const calendar = (zone, rules) =>
  ['BEGIN:VCALENDAR', ...rules, 'BEGIN:VEVENT', 'UID:visit', `DTSTART;TZID=${zone}:20260704T100000`, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
function byIcalJs(text) {
  const component = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return new ICAL.Event(component.getFirstSubcomponent('vevent')).startDate.toJSDate();
}
const byNodeIcal = (text) => nodeIcal.sync.parseICS(text).visit.start;
const known = 'America/New_York';
const files = {
  'known name, no rules': calendar(known, []),
  'own name, rules': calendar('Office', rulesOf('Office')),
  'name with a path, rules': calendar(`/mozilla.org/20070129_1/${known}`, rulesOf(`/mozilla.org/20070129_1/${known}`)),
  'known name, rules': calendar(known, rulesOf(known)),
};
for (const own of ['UTC', 'America/Chicago']) {
  process.env.TZ = own;
  for (const [name, text] of Object.entries(files)) {
    const [a, b] = [byNodeIcal(text), byIcalJs(text)].map((date) => date.toISOString().slice(11, 16));
    console.log(`program in ${own}, ${name}: node-ical ${a}, ical.js ${b}`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
program in UTC, known name, no rules: node-ical 14:00, ical.js 10:00
program in UTC, own name, rules: node-ical 10:00, ical.js 14:00
program in UTC, name with a path, rules: node-ical 10:00, ical.js 14:00
program in UTC, known name, rules: node-ical 14:00, ical.js 14:00
program in America/Chicago, known name, no rules: node-ical 14:00, ical.js 15:00
program in America/Chicago, own name, rules: node-ical 15:00, ical.js 14:00
program in America/Chicago, name with a path, rules: node-ical 15:00, ical.js 14:00
program in America/Chicago, known name, rules: node-ical 14:00, ical.js 14:00
SEEN
