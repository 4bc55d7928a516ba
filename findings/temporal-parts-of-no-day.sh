#!/usr/bin/env bash
# Versions: temporal-polyfill 1.0.8 (Node 24.21.0), which follows the proposal.
# Guess:    what refuses February 31 as a text (`PlainDate.from("2026-02-31")`) refuses it as three fields of a form too (`{ year, month, day }`), and
#           a time of 25:61 as well.
# Seen:     of fields it makes February 28, and 23:59; `with({ month: 2 })` of March 31 is February 28. Only `{ overflow: "reject" }` makes it throw.
# Matters:  who moves from `Date` to Temporal because it is strict gets another silent day: what was mistyped in a form is due, or a visit is, at a
#           time that nobody typed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 temporal-polyfill@1.0.8
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { Temporal } from 'temporal-polyfill';

const { PlainDate, PlainTime } = Temporal;
const parts = { year: 2026, month: 2, day: 31 };
const ways = {
  'a text': () => PlainDate.from('2026-02-31'),
  fields: () => PlainDate.from(parts),
  'fields, strictly': () => PlainDate.from(parts, { overflow: 'reject' }),
  'another month': () => PlainDate.from('2026-03-31').with({ month: 2 }),
  'fields of a time': () => PlainTime.from({ hour: 25, minute: 61 }),
};
const seen = {};
for (const [name, way] of Object.entries(ways)) {
  try {
    seen[name] = way().toString();
  } catch ({ name: error }) {
    seen[name] = error;
  }
}
for (const one of Object.entries(seen)) console.log(JSON.stringify(one));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
["a text","RangeError"]
["fields","2026-02-28"]
["fields, strictly","RangeError"]
["another month","2026-02-28"]
["fields of a time","23:59:00"]
SEEN
