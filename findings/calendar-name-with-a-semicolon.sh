#!/usr/bin/env bash
# Versions: ts-ics 2.4.6, node-ical 0.27.2, ical.js 2.2.1 beside them (Node 24.21.0).
# Guess:    the name of an invited person may have a semicolon or a colon ("Ada Roe; PE", "PE: Ada"): it is written in quotes, and read from quotes,
#           which are there for that (RFC 5545, 3.2).
# Seen:     node-ical and ts-ics cut a name in quotes at its semicolon, and leave the first quote: `"Ada Roe`. ts-ics writes no quotes: of
#           "Ada Roe; PE" ical.js reads half the name, and node-ical no person at all; of "PE: Ada" both have an address that is none.
# Matters:  engineers have their title behind the name: such a person is invited by half a name, or not at all, and no answer reaches them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 ts-ics@2.4.6 node-ical@0.27.2 ical.js@2.2.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ICAL from 'ical.js';
import ical from 'node-ical';
import { convertIcsCalendar, generateIcsCalendar } from 'ts-ics';

const readers = {
  'ical.js'(text) {
    const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
    const person = event.getFirstProperty('attendee');
    return [person.getParameter('cn'), person.getFirstValue()];
  },
  'node-ical'(text) {
    const person = Object.values(ical.sync.parseICS(text)).find(({ type }) => type === 'VEVENT').attendee;
    return person && [person.params.CN, person.val];
  },
  'ts-ics'(text) {
    const [person] = convertIcsCalendar(undefined, text).events[0].attendees;
    return [person.name, person.email];
  },
};
const lines = (person) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260601T000000Z\r\nDTSTART:20260704T140000Z\r\nSUMMARY:Visit\r\n${person}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const moment = (text) => ({ date: new Date(text) });
const written = (name) =>
  generateIcsCalendar({
    version: '2.0',
    prodId: '-//x//EN',
    events: [
      { uid: '1', summary: 'Visit', stamp: moment('2026-06-01'), start: moment('2026-07-04'), duration: { hours: 1 }, attendees: [{ name, email: 'ada@x.test' }] },
    ],
  });
for (const name of ['Roe, Ada', 'Ada Roe; PE', 'PE: Ada']) {
  const texts = { 'in quotes': lines(`ATTENDEE;CN="${name}":mailto:ada@x.test`), 'by ts-ics': written(name) };
  for (const [how, text] of Object.entries(texts))
    for (const [reader, read] of Object.entries(readers)) console.log(name, how, reader, JSON.stringify(read(text) ?? 'nobody'));
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
Roe, Ada in quotes ical.js ["Roe, Ada","mailto:ada@x.test"]
Roe, Ada in quotes node-ical ["Roe, Ada","mailto:ada@x.test"]
Roe, Ada in quotes ts-ics ["Roe, Ada","ada@x.test"]
Roe, Ada by ts-ics ical.js ["Roe, Ada","MAILTO:ada@x.test"]
Roe, Ada by ts-ics node-ical ["Roe, Ada","MAILTO:ada@x.test"]
Roe, Ada by ts-ics ts-ics ["Roe, Ada","ada@x.test"]
Ada Roe; PE in quotes ical.js ["Ada Roe; PE","mailto:ada@x.test"]
Ada Roe; PE in quotes node-ical ["\"Ada Roe","mailto:ada@x.test"]
Ada Roe; PE in quotes ts-ics ["\"Ada Roe","ada@x.test"]
Ada Roe; PE by ts-ics ical.js ["Ada Roe","MAILTO:ada@x.test"]
Ada Roe; PE by ts-ics node-ical "nobody"
Ada Roe; PE by ts-ics ts-ics ["Ada Roe","ada@x.test"]
PE: Ada in quotes ical.js ["PE: Ada","mailto:ada@x.test"]
PE: Ada in quotes node-ical ["PE: Ada","mailto:ada@x.test"]
PE: Ada in quotes ts-ics ["PE: Ada","ada@x.test"]
PE: Ada by ts-ics ical.js ["PE"," Ada:MAILTO:ada@x.test"]
PE: Ada by ts-ics node-ical ["PE"," Ada:MAILTO:ada@x.test"]
PE: Ada by ts-ics ts-ics ["PE"," Ada:ada@x.test"]
SEEN
