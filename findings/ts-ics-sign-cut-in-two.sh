#!/usr/bin/env bash
# Versions: ts-ics 2.4.6, ical-generator 11.1.2 and ical.js 2.2.1 beside it (Node 24.21.0).
# Guess:    a long text of an event is folded between its characters (RFC 5545, 3.1), so that whoever joins the lines has it as it was, signs such as
#           👷 and 🏠 too.
# Seen:     ts-ics folds after 75 units of UTF-16, of which such a sign has two: one that stands there is cut in two, and once the calendar is encoded
#           (a file, a response, an email), both halves are U+FFFD for good. One place later it is whole. ical-generator folds around it.
# Matters:  the name of a visit or of a job has marks in it for some lengths only: it is found by no search, and equal to nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 ts-ics@2.4.6 ical-generator@11.1.2 ical.js@2.2.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ICAL from 'ical.js';
import generator from 'ical-generator';
import { generateIcsCalendar } from 'ts-ics';

const start = new Date('2026-07-04T14:00:00Z');
function name(text) {
  const file = Buffer.from(text).toString();
  return new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent').getFirstPropertyValue('summary').replaceAll('\uFFFD', '<U+FFFD>');
}
for (const length of [65, 66, 67]) {
  const summary = `${'x'.repeat(length)}👷 visit`;
  const event = { uid: '1', stamp: { date: start }, start: { date: start }, duration: { hours: 1 }, summary };
  const other = generator({ events: [{ id: '1', stamp: start, start, end: start, summary }] });
  const end = (text) => name(text).slice(length);
  console.log(length, 'ts-ics', end(generateIcsCalendar({ version: '2.0', prodId: 'x', events: [event] })), 'ical-generator', end(other.toString()));
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
65 ts-ics 👷 visit ical-generator 👷 visit
66 ts-ics <U+FFFD><U+FFFD> visit ical-generator 👷 visit
67 ts-ics 👷 visit ical-generator 👷 visit
SEEN
