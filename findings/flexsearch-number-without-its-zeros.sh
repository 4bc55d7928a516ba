#!/usr/bin/env bash
# Versions: flexsearch 0.8.212, minisearch 7.2.0 beside it (Node 24.21.0).
# Guess:    a search for a number ("10") in an index with its own settings finds the texts with that number, and no others.
# Seen:     a sign that stands twice in a row is taken once, digits as letters are, and numbers are cut into pieces of three: 10 and 100 find the
#           jobs 10, 100, 110, 1000 and 1100, 1000 finds 1100, and 555 permit 1045. With `dedupe: false, numeric: false` for its `Encoder` each
#           finds its own, as in minisearch.
# Matters:  who looks for job 100 opens job 110, and whether a number is taken already is answered by another one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 flexsearch@0.8.212 minisearch@7.2.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import flexsearch from 'flexsearch';
import MiniSearch from 'minisearch';

const texts = ['Job 10', 'Job 100', 'Job 110', 'Job 1000', 'Job 1100', 'Permit 1045'];
const usual = new flexsearch.Index();
const exact = new flexsearch.Index({ encoder: new flexsearch.Encoder({ dedupe: false, numeric: false }) });
const other = new MiniSearch({ fields: ['text'] });
for (const [id, text] of texts.entries()) {
  usual.add(id, text);
  exact.add(id, text);
  other.add({ id, text });
}
const found = (ids) => ids.sort().map((id) => texts[id]).join(', ') || 'nothing';
for (const number of ['10', '100', '1000', '555']) {
  const others = other.search(number).map(({ id }) => id);
  console.log(`${number}: ${found(usual.search(number))}; exact: ${found(exact.search(number))}; minisearch: ${found(others)}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
10: Job 10, Job 100, Job 110, Job 1000, Job 1100; exact: Job 10; minisearch: Job 10
100: Job 10, Job 100, Job 110, Job 1000, Job 1100; exact: Job 100; minisearch: Job 100
1000: Job 1000, Job 1100; exact: Job 1000; minisearch: Job 1000
555: Permit 1045; exact: nothing; minisearch: nothing
SEEN
