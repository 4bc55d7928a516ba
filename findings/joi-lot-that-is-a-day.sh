#!/usr/bin/env bash
# Versions: joi 18.3.2, yup 1.7.1, arktype 2.2.10 (Node 24.21.0).
# Guess:    what checks that a text is a day (`Joi.date()`, `yup.date()`, `string.date.parse`) refuses "Lot 9", "Building 12", "PO 4471" and the size 3/4; it
#           reads 2026-07-04.
# Seen:     all three take whatever `Date` of V8 makes a moment of, which passes over words: September 1 and December 1, 2001, the year 4471, March 4,
#           2001. They refuse "Unit 5B". joi takes "12" for 12 milliseconds, the others for December. Only `Joi.date().iso()` refuses them.
# Matters:  a column of an import that was shifted by one, or a field that was filled in the wrong order, is a due date twenty years ago, and the check
#           that was to find it says that all is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 joi@18.3.2 yup@1.7.1 arktype@2.2.10
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { type } from 'arktype';
import Joi from 'joi';
import * as yup from 'yup';

const day = (date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
const byJoi = (schema, text) => {
  const { error, value } = schema.validate(text);
  return error ? 'refused' : day(value);
};
const byYup = (text) => {
  try {
    return day(yup.date().validateSync(text));
  } catch {
    return 'refused';
  }
};
const byArktype = (text) => {
  const read = type('string.date.parse')(text);
  return read instanceof type.errors ? 'refused' : day(read);
};
for (const text of ['2026-07-04T12:00', 'Lot 9', 'Building 12', 'PO 4471', '3/4', '12', 'Unit 5B']) {
  console.log(`${text}: joi ${byJoi(Joi.date(), text)}, iso() ${byJoi(Joi.date().iso(), text)}; yup ${byYup(text)}; arktype ${byArktype(text)}`);
}
JS
TZ=America/Puerto_Rico node try.mjs | tee seen
diff seen - <<'SEEN'
2026-07-04T12:00: joi 2026-7-4, iso() 2026-7-4; yup 2026-7-4; arktype 2026-7-4
Lot 9: joi 2001-9-1, iso() refused; yup 2001-9-1; arktype 2001-9-1
Building 12: joi 2001-12-1, iso() refused; yup 2001-12-1; arktype 2001-12-1
PO 4471: joi 4471-1-1, iso() refused; yup 4471-1-1; arktype 4471-1-1
3/4: joi 2001-3-4, iso() refused; yup 2001-3-4; arktype 2001-3-4
12: joi 1969-12-31, iso() refused; yup 2001-12-1; arktype 2001-12-1
Unit 5B: joi refused, iso() refused; yup refused; arktype refused
SEEN
