#!/usr/bin/env bash
# Versions: xlsx 0.18.5, exceljs 4.4.0, hucre 1.0.0 beside them (Node 24.21.0).
# Guess:    a CSV has no types, so its cells are read as the texts that they are, or as a number where that is the same text; a size of 1/2 in. and a
#           zip code stay what they are.
# Seen:     xlsx (`XLSX.read`) makes the size 1/2 and the sheet 1-2 January 2, 2001, and 3-4 March 4; formatted again (`raw: false`), the sizes are
#           `1/2/01`. Both xlsx and exceljs (`csv.read`) make the zip code 00926 the number 926, the revision 1.10 the number 1.1 and the code 1E5 the
#           number 100000. hucre (`parseCsv`) has the texts. `raw: true` for `XLSX.read`, and a `map` for exceljs, leave them alone.
# Matters:  sizes in a takeoff, numbers of sheets and zip codes are others, and nothing says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 xlsx@0.18.5 exceljs@4.4.0 hucre@1.0.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';
import { parseCsv } from 'hucre';
import * as XLSX from 'xlsx';

const csv = 'Size,Sheet,Zip,Rev,Code\n1/2,1-2,00926,1.10,1E5\n';
const byXlsx = (options, shown) =>
  XLSX.utils.sheet_to_json(XLSX.read(csv, { type: 'string', ...options }).Sheets.Sheet1, { header: 1, ...shown })[1];
const book = await new ExcelJS.Workbook().csv.read(Readable.from([csv]));
const seen = {
  xlsx: byXlsx({ cellDates: false }),
  'xlsx, formatted': byXlsx({}, { raw: false }),
  'xlsx, raw': byXlsx({ raw: true }),
  exceljs: book.getRow(2).values.slice(1),
  hucre: parseCsv(csv)[1],
};
for (const [name, cells] of Object.entries(seen)) console.log(name.padEnd(16), JSON.stringify(cells));
const texts = ['1/2', '1-2', '00926', '1.10', '1E5'];
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
xlsx             [36893,36893,926,1.1,100000]
xlsx, formatted  ["1/2/01","1/2/01","00926","1.10","1E5"]
xlsx, raw        ["1/2","1-2","00926","1.10","1E5"]
exceljs          ["1/2","1-2",926,1.1,100000]
hucre            ["1/2","1-2","00926","1.10","1E5"]
SEEN
