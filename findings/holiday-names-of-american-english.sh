#!/usr/bin/env bash
# Versions: date-holidays 3.37.0.
# Guess:    names asked for in "en-us" are those of "en" with American spelling: Labor Day, and all others as they were.
# Seen:     so it is in the United States. Of Puerto Rico, as of most countries, every other name comes in the language of the country, not in
#           English. A list with "en" behind it, passed to the same call, is no language and no error: all names are those of the country.
#           As the option `languages` of the constructor the list does what one means.
# Matters:  a calendar that is switched to American spelling shows people in San Juan “Acción de Gracias”, and rules that keep a holiday by
#           its name no longer find it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund date-holidays@3.37.0
cat > try.mjs <<'JS'
import Holidays from 'date-holidays';
const days = ['2026-09-07', '2026-11-26'];
function show(what, holidays) {
  const names = holidays.filter(({ type, date }) => type === 'public' && days.includes(date.slice(0, 10)));
  console.log(`${what}: ${names.map(({ name }) => name).join(', ')}`);
}
for (const country of ['US', 'PR']) {
  show(`${country} en`, new Holidays(country).getHolidays(2026, 'en'));
  show(`${country} en-us`, new Holidays(country).getHolidays(2026, 'en-us'));
  show(`${country} both, of the call`, new Holidays(country).getHolidays(2026, ['en-us', 'en']));
  show(`${country} both, of the constructor`, new Holidays(country, { languages: ['en-us', 'en'] }).getHolidays(2026));
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
US en: Labour Day, Thanksgiving Day
US en-us: Labor Day, Thanksgiving Day
US both, of the call: Labor Day, Thanksgiving Day
US both, of the constructor: Labor Day, Thanksgiving Day
PR en: Labour Day, Thanksgiving Day
PR en-us: Labor Day, Acción de Gracias
PR both, of the call: Día del Trabajador, Acción de Gracias
PR both, of the constructor: Labor Day, Thanksgiving Day
SEEN
