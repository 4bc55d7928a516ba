#!/usr/bin/env bash
# Versions: exceljs 4.4.0, xlsx 0.18.5 and hucre 1.0.0 beside it (Node 24.21.0).
# Guess:    cells that are merged have one value, in the first of them, as Excel has it (a sum over them counts it once), so it is there once where the
#           rows are read.
# Seen:     exceljs gives it for each cell that was merged: of 8 hours over three rows, `getSheetValues()`, `row.values` and `eachRow` have 8 three times,
#           which is 24. xlsx and hucre have it once, and nothing in the others. Only `cell.isMerged` and `cell.master` tell.
# Matters:  hours or amounts that a client wrote over several lines are counted as often as they have lines, and a name as several people.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 exceljs@4.4.0 xlsx@0.18.5 hucre@1.0.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ExcelJS from 'exceljs';
import { readXlsx } from 'hucre';
import * as XLSX from 'xlsx';

const workbook = new ExcelJS.Workbook();
const sheet = workbook.addWorksheet('Hours');
for (const row of [['Site visit', 8], ['Drive'], ['Photos'], ['Report', 3]]) sheet.addRow(row);
sheet.mergeCells('B1:B3');
const file = await workbook.xlsx.writeBuffer();
const loaded = new ExcelJS.Workbook();
await loaded.xlsx.load(file);
const byExceljs = [];
loaded.worksheets[0].eachRow((row) => byExceljs.push(row.values.slice(1)));
const read = {
  exceljs: byExceljs,
  xlsx: XLSX.utils.sheet_to_json(Object.values(XLSX.read(file).Sheets)[0], { header: 1 }),
  hucre: (await readXlsx(new Uint8Array(file))).sheets[0].rows,
};
for (const [name, rows] of Object.entries(read)) {
  const hours = rows.map((row) => row[1] ?? 0);
  console.log(`${name}: hours ${hours.join(', ')}; sum ${hours.reduce((sum, each) => sum + each, 0)}`);
}
console.log(`B2: isMerged ${loaded.worksheets[0].getCell('B2').isMerged}, master ${loaded.worksheets[0].getCell('B2').master.address}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
exceljs: hours 8, 8, 8, 3; sum 27
xlsx: hours 8, 0, 0, 3; sum 11
hucre: hours 8, 0, 0, 3; sum 11
B2: isMerged true, master B1
SEEN
