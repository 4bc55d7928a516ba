#!/usr/bin/env bash
# Versions: libphonenumber-js 1.13.16 ("max"), google-libphonenumber 3.2.47, awesome-phonenumber 7.8.0 (Node 24.21.0).
# Guess:    a number in letters ("1-800-FLOWERS") is read as its digits or refused by all three, and words behind a number are left out or make it refused.
# Seen:     libphonenumber-js cuts a number in letters at the first of them and gives what is left, +11800 or +1800. The two that are Google's code dial
#           words: "415 555 2671 Mon-Fri" is +14155552671666374, "(Ada)" adds 232. Only asked whether the number is valid do they say no.
# Matters:  what is stored and linked from a business card calls nobody, or adds the opening hours to the number of a client.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 libphonenumber-js@1.13.16 google-libphonenumber@3.2.47 awesome-phonenumber@7.8.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { parsePhoneNumber as parseAwesome } from 'awesome-phonenumber';
import google from 'google-libphonenumber';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const util = google.PhoneNumberUtil.getInstance();
const byGoogle = (text) => util.format(util.parse(text, 'US'), google.PhoneNumberFormat.E164);
for (const text of ['415 555 2671', '1-800-FLOWERS', '800-GOT-JUNK', '415 555 2671 Mon-Fri', '415-555-2671 (Ada)']) {
  const read = [parsePhoneNumberFromString(text, 'US')?.number, byGoogle(text), parseAwesome(text, { regionCode: 'US' }).number?.e164];
  console.log(`${text}: ${read.join(', ')}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
415 555 2671: +14155552671, +14155552671, +14155552671
1-800-FLOWERS: +11800, +18003569377, +18003569377
800-GOT-JUNK: +1800, +18004685865, +18004685865
415 555 2671 Mon-Fri: +14155552671, +14155552671666374, +14155552671666374
415-555-2671 (Ada): +14155552671, +14155552671232, +14155552671232
SEEN
