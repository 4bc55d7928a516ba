#!/usr/bin/env bash
# Versions: mathjs 15.2.0 (Node 24.21.0).
# Guess:    a measure that is typed as people say it, `5 ft 3 in`, is 63 in, or is refused; so is `3 1/2 in`.
# Seen:     two units side by side are multiplied: 5 ft 3 in is an area of 180 in^2, 6 ft 0 in is 0 in^2, and 10 lb 4 oz is 640 oz^2. `3 1/2 in` is
#           refused, but `3-1/2 in`, as carpenters write it, is 2.5 in. With a `+` (`5 ft + 3 in`) it is 5.25 ft.
# Matters:  a length in a form that takes measures with their units is an area, and a width is an inch short.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 mathjs@15.2.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { evaluate, format } from 'mathjs';

for (const typed of ['5 ft + 3 in', '5 ft 3 in', '6 ft 0 in', '10 lb 4 oz', '3 1/2 in', '3-1/2 in']) {
  let read = 'refused';
  try {
    read = format(evaluate(typed));
  } catch {}
  console.log(`${typed}: ${read}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
5 ft + 3 in: 5.25 ft
5 ft 3 in: 180 in^2
6 ft 0 in: 0 in^2
10 lb 4 oz: 640 oz^2
3 1/2 in: refused
3-1/2 in: 2.5 in
SEEN
