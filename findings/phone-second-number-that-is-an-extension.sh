#!/usr/bin/env bash
# Versions: libphonenumber-js 1.13.16 (Node 24.21.0), its "max" metadata.
# Guess:    `findPhoneNumbersInText` finds each number of a message: both of two, whatever stands between them, and one beside a day.
# Seen:     with "or" or "/" between them it finds both. Behind a comma or a semicolon, which are for extensions that a phone dials by itself, the first three
#           digits of the second number are the extension of the first, and the second is not found, nor a third. A number that has a day in figures right
#           beside it is not found at all.
# Matters:  who taps the number that a client wrote gets extension 939; the other number is no link, and in no contact.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 libphonenumber-js@1.13.16
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { findPhoneNumbersInText } from 'libphonenumber-js/max';

for (const text of [
  '787-555-0147 or 939-555-0148',
  '787-555-0147 / 939-555-0148',
  '787-555-0147, 939-555-0148',
  '787-555-0147; 939-555-0148; 787-555-0149',
  '787-555-0147 ext. 12, 939-555-0148',
  'Call Ada on 7/4/2026: 787-555-0147',
  'Ada 787-555-0147 7/4/2026',
]) {
  const found = findPhoneNumbersInText(text, 'PR').map(({ number }) => number.formatNational());
  console.log(`${text} => ${found.join(' and ') || 'none'}`);
}

JS
node try.mjs | tee seen
diff seen - <<'SEEN'
787-555-0147 or 939-555-0148 => (787) 555-0147 and (939) 555-0148
787-555-0147 / 939-555-0148 => (787) 555-0147 and (939) 555-0148
787-555-0147, 939-555-0148 => (787) 555-0147 ext. 939
787-555-0147; 939-555-0148; 787-555-0149 => (787) 555-0147 ext. 939
787-555-0147 ext. 12, 939-555-0148 => (787) 555-0147 ext. 12 and (939) 555-0148
Call Ada on 7/4/2026: 787-555-0147 => (787) 555-0147
Ada 787-555-0147 7/4/2026 => none
SEEN
