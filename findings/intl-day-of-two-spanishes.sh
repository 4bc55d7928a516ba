#!/usr/bin/env bash
# Versions: Node 24.21.0 (ICU 78.3), with its own data.
# Guess:    users of Spanish read a day with the day first, whatever their country: of July 4, 2026, "es", "es-US", "es-MX" and "es-PR" make 4/7/2026,
#           and "en-PR", as "en-US", 7/4/2026.
# Seen:     "es-PR" alone has the month first: 07/04/2026, also by `dateStyle: 'medium'`, which has letters elsewhere. By `'long'` all have
#           letters.
# Matters:  of two people in one office in San Juan, whose browsers say "es-PR" and "es-US", one writes 07/04 and the other reads April 7, on the same
#           page in the same language.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
const day = new Date(2026, 6, 4);
for (const language of ['es', 'es-419', 'es-US', 'es-MX', 'es-PR', 'en-US', 'en-PR'])
  console.log([language, ...[undefined, 'medium', 'long'].map((dateStyle) => day.toLocaleDateString(language, { dateStyle }))].join(' | '));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
es | 4/7/2026 | 4 jul 2026 | 4 de julio de 2026
es-419 | 4/7/2026 | 4 jul 2026 | 4 de julio de 2026
es-US | 4/7/2026 | 4 jul 2026 | 4 de julio de 2026
es-MX | 4/7/2026 | 4 jul 2026 | 4 de julio de 2026
es-PR | 07/04/2026 | 07/04/2026 | 4 de julio de 2026
en-US | 7/4/2026 | Jul 4, 2026 | July 4, 2026
en-PR | 7/4/2026 | Jul 4, 2026 | July 4, 2026
SEEN
