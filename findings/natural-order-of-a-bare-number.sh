#!/usr/bin/env bash
# Versions: natural-orderby 5.0.0, javascript-natural-sort 0.7.1, natsort 2.0.3, natural-compare 1.4.0, and Intl of Node 24.21.0.
# Guess:    in an order for people, the details of a sheet follow each other whether or not a letter stands before them: A1.1, A1.2, A1.10, and 1.1, 1.2,
#           1.10. So do the sheets -1, -2, -10 of a set whose names were cut at the dash.
# Seen:     natural-compare and Intl (`numeric`) order so. The three others do it with a letter only: a text that is nothing but a number is compared by
#           its value, so 1.10 is before 1.1 and 1.2, -10 is the first, and 1e3 is a thousand.
# Matters:  the tenth detail is shown as the first one, in a list whose other sheets are in order, and stands alone where somebody looks for it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 natural-orderby@5.0.0 javascript-natural-sort@0.7.1 natsort@2.0.3 natural-compare@1.4.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import naturalSort from 'javascript-natural-sort';
import naturalCompare from 'natural-compare';
import { compare } from 'natural-orderby';
import natsort from 'natsort';

const orders = {
  'natural-orderby': compare(),
  'javascript-natural-sort': naturalSort,
  natsort: (natsort.default ?? natsort)(),
  'natural-compare': naturalCompare,
  Intl: new Intl.Collator('en', { numeric: true }).compare,
};
for (const labels of [['A1.10', 'A1.2', 'A1.1'], ['1.10', '1.2', '1.1'], ['-10', '-2', '-1'], ['1e3', '2e1', '12']])
  for (const [name, order] of Object.entries(orders)) console.log(`${name}: ${labels.toSorted(order).join(' ')}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
natural-orderby: A1.1 A1.2 A1.10
javascript-natural-sort: A1.1 A1.2 A1.10
natsort: A1.1 A1.2 A1.10
natural-compare: A1.1 A1.2 A1.10
Intl: A1.1 A1.2 A1.10
natural-orderby: 1.10 1.1 1.2
javascript-natural-sort: 1.10 1.1 1.2
natsort: 1.10 1.1 1.2
natural-compare: 1.1 1.2 1.10
Intl: 1.1 1.2 1.10
natural-orderby: -10 -2 -1
javascript-natural-sort: -10 -2 -1
natsort: -10 -2 -1
natural-compare: -1 -2 -10
Intl: -1 -2 -10
natural-orderby: 12 2e1 1e3
javascript-natural-sort: 12 2e1 1e3
natsort: 12 2e1 1e3
natural-compare: 1e3 2e1 12
Intl: 1e3 2e1 12
SEEN
