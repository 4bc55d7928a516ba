#!/usr/bin/env bash
# Versions: vcf 2.1.2, ical.js 2.2.1 beside it (Node 24.21.0).
# Guess:    a contact that somebody sends as a card (vCard) has its texts as they were typed: a line break, a comma and a semicolon, which are written
#           `\n`, `\,` and `\;` (RFC 6350, 3.4), and the letters of a card of Outlook (vCard 2.1, quoted-printable, one of its `versions`).
# Seen:     vcf leaves all of them as they are written: "Gate\nLot 9\, rear"; a name is cut at its `\;`, so that the other parts move by one;
#           "Mu=C3=B1oz" is the name, and the second line of a note a field of its own. ical.js has the name and the note of the first card.
# Matters:  contacts of clients have signs in their names and addresses, and no first name, and are found by no search.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 vcf@2.1.2 ical.js@2.2.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ICAL from 'ical.js';
import vCard from 'vcf';

const card = (...lines) => `${['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n')}\r\n`;
const cards = {
  4: card('VERSION:4.0', 'N:Roe\\; Sons;Ada;;;', 'FN:Ada Roe', 'NOTE:Gate\\nLot 9\\, rear'),
  2.1: card(
    'VERSION:2.1',
    'N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Mu=C3=B1oz;Ada',
    'NOTE;ENCODING=QUOTED-PRINTABLE:Gate=0D=0A=',
    'Lot 9',
    'TEL;CELL:787-555-0147',
  ),
};
for (const [version, text] of Object.entries(cards)) {
  for (const [key, , , ...value] of vCard.parse(text)[0].toJSON()[1]) if (key !== 'version') console.log(version, 'vcf', key, JSON.stringify(value));
}
for (const [key, , , ...value] of ICAL.parse(cards[4])[1]) if (key !== 'version') console.log('4 ical.js', key, JSON.stringify(value));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
4 vcf n [["Roe\\"," Sons","Ada","","",""]]
4 vcf fn ["Ada Roe"]
4 vcf note ["Gate\\nLot 9\\, rear"]
2.1 vcf n [["Mu=C3=B1oz","Ada"]]
2.1 vcf note ["Gate=0D=0A="]
2.1 vcf lot9 [null]
2.1 vcf tel ["787-555-0147"]
4 ical.js n [["Roe; Sons","Ada","","",""]]
4 ical.js fn ["Ada Roe"]
4 ical.js note ["Gate\nLot 9, rear"]
SEEN
