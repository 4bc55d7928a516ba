#!/usr/bin/env bash
# Versions: qs 6.17.1 (Node 24.21.0).
# Guess:    a list in an address (`jobs[]=…`, or `jobs=…` several times) is read as a list, however many it has; its `arrayLimit` of 20 is about indices
#           that somebody makes large (`jobs[100]=…`). What `stringify` writes, `parse` reads as it was.
# Seen:     of 20 it is a list; of 21 it is an object with the keys "0" to "20", whichever way it is written, by `stringify` as well. Nothing fails;
#           `length` is undefined. Only a larger `arrayLimit` helps.
# Matters:  who ticks one more job or client to export or to filter by gets none of them, or an error, while every test with a few of them does well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 qs@6.17.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import qs from 'qs';

const forms = { 'jobs[]=1': (job) => `jobs[]=${job}`, 'jobs=1': (job) => `jobs=${job}`, 'jobs[0]=1': (job) => `jobs[${job - 1}]=${job}` };
const show = ({ jobs }) => (Array.isArray(jobs) ? `a list of ${jobs.length}` : `an object whose length is ${jobs.length}, keys ${Object.keys(jobs).slice(-2)}`);
for (const count of [20, 21]) {
  const jobs = Array.from({ length: count }, (_, index) => index + 1);
  for (const [form, write] of Object.entries(forms)) console.log(`${count} by ${form}: ${show(qs.parse(jobs.map(write).join('&')))}`);
  console.log(`${count} by stringify: ${show(qs.parse(qs.stringify({ jobs })))}`);
}
console.log(`21 with arrayLimit 100: ${show(qs.parse(qs.stringify({ jobs: Array(21).fill(1) }), { arrayLimit: 100 }))}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
20 by jobs[]=1: a list of 20
20 by jobs=1: a list of 20
20 by jobs[0]=1: a list of 20
20 by stringify: a list of 20
21 by jobs[]=1: an object whose length is undefined, keys 19,20
21 by jobs=1: an object whose length is undefined, keys 19,20
21 by jobs[0]=1: an object whose length is undefined, keys 19,20
21 by stringify: an object whose length is undefined, keys 19,20
21 with arrayLimit 100: a list of 21
SEEN
