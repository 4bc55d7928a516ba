#!/usr/bin/env bash
# Versions: date-holidays 3.37.0.
# Guess:    the day off for a federal holiday on a weekend has the type of that holiday, "public", like the others of the same list.
# Seen:     so it is for Independence Day, Juneteenth, Christmas and New Year. That of Veterans Day alone is of type "bank", although
#           Veterans Day itself is "public" (2028: Friday, November 10; 2029: Monday, November 12).
# Matters:  who counts business days by the public holidays has offices and banks open on a federal day off, in 2028 for the first time
#           in years.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund date-holidays@3.37.0
cat > try.mjs <<'JS'
import Holidays from 'date-holidays';
for (const year of [2027, 2028, 2029]) {
  for (const { date, name, type, substitute } of new Holidays('US').getHolidays(year, 'en')) {
    if (substitute) console.log(date.slice(0, 10), type, name);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
2027-06-18 public Juneteenth (substitute day)
2027-07-05 public Independence Day (substitute day)
2027-12-24 public Christmas Day (substitute day)
2027-12-31 public New Year's Day (substitute day)
2028-11-10 bank Veterans Day (substitute day)
2029-11-12 bank Veterans Day (substitute day)
SEEN
