#!/usr/bin/env bash
# Versions: xlsx 0.18.5, exceljs 4.4.0, hucre 1.0.0 (Node 24.21.0).
# Guess:    a workbook that counts its days from 1904 (`date1904`, ISO 29500, 18.2.28), as those that were begun in older Excel for Mac do, has the days
#           that Excel shows, whatever the library.
# Seen:     of July 4, 2026, xlsx with `cellDates` makes July 3, 2022: it passes over the mark, which stands in `Workbook.WBProps` for whoever looks
#           there. Its own text for the cell has 7/4/26. exceljs and hucre have the day.
# Matters:  all due dates of a schedule are four years and a day early, which looks like a mistake of who typed them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 xlsx@0.18.5 exceljs@4.4.0 hucre@1.0.0
export PATH="$folder/node_modules/.bin:$PATH"
export TZ=UTC
cat > try.mjs <<'JS'
import ExcelJS from 'exceljs';
import { readXlsx } from 'hucre';
import * as XLSX from 'xlsx';

const written = new ExcelJS.Workbook();
written.properties.date1904 = true;
written.addWorksheet('Due').getCell('A1').value = new Date('2026-07-04');
written.worksheets[0].getCell('A1').numFmt = 'm/d/yy';
const file = await written.xlsx.writeBuffer();
const day = (date) => date.toISOString().slice(0, 10);
const workbook = new ExcelJS.Workbook();
await workbook.xlsx.load(file);
console.log('exceljs', day(workbook.worksheets[0].getCell('A1').value));
console.log('hucre', day((await readXlsx(new Uint8Array(file))).sheets[0].rows[0][0]));
const cell = XLSX.read(file, { cellDates: true }).Sheets.Due.A1;
console.log('xlsx', day(cell.v), 'shown as', cell.w);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
exceljs 2026-07-04
hucre 2026-07-04
xlsx 2022-07-03 shown as 7/4/26
SEEN
