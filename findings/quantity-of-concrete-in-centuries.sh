#!/usr/bin/env bash
# Versions: js-quantities 1.8.0, mathjs 15.2.0 beside it (Node 24.21.0).
# Guess:    units that a takeoff has and the libraries do not know (cy, sf, kip, psf) are refused, as the text is read as a measure.
# Seen:     the others are, by js-quantities or by both. "45 cy", which on every bid is cubic yards, are 45 centuries for js-quantities, a time, which
#           it converts and adds up as such. mathjs knows no `cy`.
# Matters:  an amount of concrete is accepted by a form that takes any measure, and fails, if it does, far from who typed it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 js-quantities@1.8.0 mathjs@15.2.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import Qty from 'js-quantities';
import { unit } from 'mathjs';

function read(work) {
  try {
    return work();
  } catch {
    return 'refused';
  }
}
for (const text of ['45 yd3', '45 cy', '12 sf', '45 kip', '100 psf']) {
  const quantity = read(() => `${Qty(text).kind()}, ${Qty(text).toBase()}`);
  console.log(`${text}: js-quantities ${quantity}; mathjs ${read(() => unit(text.replace('yd3', 'yd^3')).toString())}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
45 yd3: js-quantities volume, 34.404968609280004 m3; mathjs 45.00000000000001 yd^3
45 cy: js-quantities time, 14200616.7 s; mathjs refused
12 sf: js-quantities refused; mathjs refused
45 kip: js-quantities refused; mathjs 45 kip
100 psf: js-quantities refused; mathjs refused
SEEN
