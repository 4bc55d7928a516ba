#!/usr/bin/env bash
# Versions: i18next 26.7.2 (Node 24.21.0).
# Guess:    a text in Spanish with its forms for one and for all others (`area_one`, `area_other`) is complete: 1,000,000 square feet are "other", as 999,999 are,
#           or fall back to it, as ICU messages do, which must have an "other".
# Seen:     of exactly 1,000,000, 2,000,000 and so on the text is the English one of the fallback, in the middle of a Spanish page, or the key itself ("area") where
#           there is none: CLDR gives those numbers a form of their own in Spanish, "many" (`Intl.PluralRules`), and i18next does not try "other" for it.
#           999,999 and 1,000,001 are right.
# Matters:  a report on a site of a million square feet, or a budget of two million dollars, has English or "area" in it; no test with 0, 1, 2 and 1,000
#           sees it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 i18next@26.7.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import i18next from 'i18next';

const spanish = { translation: { area_one: '{{count}} pie cuadrado', area_other: '{{count}} pies cuadrados' } };
const english = { translation: { area_one: '{{count}} square foot', area_other: '{{count}} square feet' } };
for (const [name, options] of Object.entries({ 'fallback English': { fallbackLng: 'en', resources: { es: spanish, en: english } }, 'no fallback': { fallbackLng: false, resources: { es: spanish } } })) {
  const instance = i18next.createInstance();
  await instance.init({ lng: 'es', showSupportNotice: false, ...options });
  for (const count of [1, 2, 999999, 1000000, 1000001, 2000000]) {
    console.log(`${name}: ${count} is "${new Intl.PluralRules('es').select(count)}": ${instance.t('area', { count })}`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
fallback English: 1 is "one": 1 pie cuadrado
fallback English: 2 is "other": 2 pies cuadrados
fallback English: 999999 is "other": 999999 pies cuadrados
fallback English: 1000000 is "many": 1000000 square feet
fallback English: 1000001 is "other": 1000001 pies cuadrados
fallback English: 2000000 is "many": 2000000 square feet
no fallback: 1 is "one": 1 pie cuadrado
no fallback: 2 is "other": 2 pies cuadrados
no fallback: 999999 is "other": 999999 pies cuadrados
no fallback: 1000000 is "many": area
no fallback: 1000001 is "other": 1000001 pies cuadrados
no fallback: 2000000 is "many": area
SEEN
