#!/usr/bin/env bash
# Versions: exceljs 4.4.0, xlsx 0.18.5 (Node 24.21.0).
# Guess:    a formula that Excel writes once for a column (a shared formula, ISO 29500, 18.3.1.40) is, read for each cell of it, that formula with its
#           references moved; a text in quotes, such as the number of a sheet, stays: `COUNTIF(C:C,"E1")`.
# Seen:     both move what looks like a reference in a text, too: the second cell counts "E2", the third "E3". "A-101", with a hyphen, stays.
# Matters:  counts of a takeoff by the number of a sheet, a panel or a door are those of another one, from the second row on, in what is shown,
#           checked or written again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 exceljs@4.4.0 xlsx@0.18.5
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ExcelJS from 'exceljs';
import * as XLSX from 'xlsx';

const written = new ExcelJS.Workbook();
written.addWorksheet('Takeoff').fillFormula('A1:A3', 'COUNTIF(C:C,"E1")+COUNTIF(C:C,"A-101")+B1', [1, 1, 1]);
const file = await written.xlsx.writeBuffer();
const workbook = new ExcelJS.Workbook();
await workbook.xlsx.load(file);
for (const cell of ['A1', 'A2', 'A3']) console.log('exceljs', cell, workbook.worksheets[0].getCell(cell).formula);
for (const formula of XLSX.utils.sheet_to_formulae(XLSX.read(file).Sheets.Takeoff)) console.log('xlsx', formula);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
exceljs A1 COUNTIF(C:C,"E1")+COUNTIF(C:C,"A-101")+B1
exceljs A2 COUNTIF(C:C,"E2")+COUNTIF(C:C,"A-101")+B2
exceljs A3 COUNTIF(C:C,"E3")+COUNTIF(C:C,"A-101")+B3
xlsx A1=COUNTIF(C:C,"E1")+COUNTIF(C:C,"A-101")+B1
xlsx A2=COUNTIF(C:C,"E2")+COUNTIF(C:C,"A-101")+B2
xlsx A3=COUNTIF(C:C,"E3")+COUNTIF(C:C,"A-101")+B3
SEEN
