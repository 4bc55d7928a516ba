#!/usr/bin/env bash
# Versions: hucre 1.0.0, exceljs 4.4.0, xlsx 0.18.5 (Node 24.21.0).
# Guess:    a cell has no zone, so a `Date` is written as the clock of the program's zone shows it, and a cell is read as that clock; one of these
#           libraries reads what another one wrote.
# Seen:     hucre and exceljs write and read at the clock of UTC: a visit at 10:00 in Puerto Rico stands at 14:00 in the workbook, one at 9 PM on the
#           next day. xlsx writes 10:00, and reads the program's clock: what one kind wrote is four hours off in the other. A time by hucre may be a
#           millisecond short as well: 13:59:59.
# Matters:  an exported list shows other hours and days than the page, and a list that comes in by one library and goes out by another moves.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 hucre@1.0.0 exceljs@4.4.0 xlsx@0.18.5
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ExcelJS from 'exceljs';
import { readXlsx, writeXlsx } from 'hucre';
import * as XLSX from 'xlsx';

const numFmt = 'mm/dd/yy h:mm';
const visits = [new Date(2026, 6, 4, 10), new Date(2026, 6, 4, 21)];
const exceljsBook = new ExcelJS.Workbook();
for (const cell of exceljsBook.addWorksheet('Visits').addRow(visits)._cells) cell.numFmt = numFmt;
const xlsxBook = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(xlsxBook, XLSX.utils.aoa_to_sheet([visits], { dateNF: numFmt }), 'Visits');
const books = {
  hucre: await writeXlsx({ sheets: [{ name: 'Visits', columns: visits.map(() => ({ numFmt })), rows: [visits] }] }),
  exceljs: await exceljsBook.xlsx.writeBuffer(),
  xlsx: XLSX.write(xlsxBook, { type: 'array' }),
};
const local = (dates) => dates.map((date) => date.toLocaleString('sv-SE')).join(', ');
for (const [name, book] of Object.entries(books)) {
  const sheet = (options) => Object.values(XLSX.read(book, { type: 'array', ...options }).Sheets)[0];
  const shown = XLSX.utils.sheet_to_json(sheet(), { header: 1, raw: false, dateNF: 'yyyy-mm-dd hh:mm' })[0];
  const loaded = new ExcelJS.Workbook();
  await loaded.xlsx.load(book);
  console.log(`written by ${name}: ${shown.join(', ')}`);
  console.log(`  read by hucre: ${local((await readXlsx(new Uint8Array(book))).sheets[0].rows[0])}`);
  console.log(`  read by exceljs: ${local(loaded.worksheets[0].getRow(1).values.slice(1))}`);
  console.log(`  read by xlsx: ${local(XLSX.utils.sheet_to_json(sheet({ cellDates: true }), { header: 1 })[0])}`);
}
JS
TZ=America/Puerto_Rico node try.mjs | tee seen
diff seen - <<'SEEN'
written by hucre: 07/04/26 14:00, 07/05/26 1:00
  read by hucre: 2026-07-04 10:00:00, 2026-07-04 21:00:00
  read by exceljs: 2026-07-04 10:00:00, 2026-07-04 21:00:00
  read by xlsx: 2026-07-04 13:59:59, 2026-07-05 01:00:00
written by exceljs: 07/04/26 14:00, 07/05/26 1:00
  read by hucre: 2026-07-04 10:00:00, 2026-07-04 21:00:00
  read by exceljs: 2026-07-04 10:00:00, 2026-07-04 21:00:00
  read by xlsx: 2026-07-04 14:00:00, 2026-07-05 01:00:00
written by xlsx: 07/04/26 10:00, 07/04/26 21:00
  read by hucre: 2026-07-04 06:00:00, 2026-07-04 17:00:00
  read by exceljs: 2026-07-04 06:00:00, 2026-07-04 17:00:00
  read by xlsx: 2026-07-04 10:00:00, 2026-07-04 21:00:00
SEEN
