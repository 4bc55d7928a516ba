#!/usr/bin/env bash
# Versions: libphonenumber-js 1.13.16, its default metadata ("min").
# Guess:    a number that is no US number is none of Puerto Rico either: both share the plan of +1, in which no area code is 911 or 999.
# Seen:     (911) 555-0147 and (999) 555-0147 are not valid with the default country US, and valid with PR. The default metadata has only
#           the general pattern of a territory, and takes the default country for that of the number. With "max" neither is valid.
# Matters:  a form that accepts the numbers of a country and its territories, by trying each as the default country, accepts numbers that
#           nobody can have.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund libphonenumber-js@1.13.16
cat > try.mjs <<'JS'
import { parsePhoneNumberFromString as byMin } from 'libphonenumber-js';
import { parsePhoneNumberFromString as byMax } from 'libphonenumber-js/max';
for (const typed of ['(911) 555-0147', '(999) 555-0147']) {
  const valid = (parse, country) => parse(typed, country).isValid();
  console.log(typed, 'US', valid(byMin, 'US'), 'PR', valid(byMin, 'PR'), 'PR with max', valid(byMax, 'PR'));
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
(911) 555-0147 US false PR true PR with max false
(999) 555-0147 US false PR true PR with max false
SEEN
