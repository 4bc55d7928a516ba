#!/usr/bin/env bash
# Versions: parse-duration 2.1.9 (Node 24.21.0).
# Guess:    the hours of a visit, as people type them, are read or are refused (`null`): `1:30` is 90 min, `1/2 h` and `½ h` are 30 min, and `1,5 h`,
#           as in Spanish, is 90 min; so are `1.5 h` and `1h 30`.
# Seen:     only `½ h` is refused, and `1.5 h` and `1h 30` are right. What is not a unit is passed over, and the numbers are added: 1:30 is about a
#           millisecond, 1/2 h is two hours, 1 1/2 h a little over two, 1,5 h is 15 hours (a comma is of thousands), and 2-3 h is three.
# Matters:  hours that are billed are four or ten times as many, or none, and no form says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 parse-duration@2.1.9
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import parse from 'parse-duration';

for (const typed of ['1.5 h', '1h 30', '½ h', '1:30', '1/2 h', '1 1/2 h', '1,5 h', '2-3 h']) {
  const milliseconds = parse(typed);
  console.log(`${typed}: ${milliseconds === null ? 'refused' : `${(milliseconds / 60_000).toFixed(3)} min`}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
1.5 h: 90.000 min
1h 30: 90.000 min
½ h: refused
1:30: 0.000 min
1/2 h: 120.000 min
1 1/2 h: 120.000 min
1,5 h: 900.000 min
2-3 h: 180.000 min
SEEN
