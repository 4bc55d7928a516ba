#!/usr/bin/env bash
# Versions: exceljs 4.4.0, xlsx 0.18.5 and hucre 1.0.0 beside it (Node 24.21.0), fflate 0.8.3 to write the workbook.
# Guess:    `_x000D_` in the text of a cell is a carriage return (ISO 29500, 22.9.2.19: `_xHHHH_` is a character, and `_x005F_` the underscore of a text
#           that looks so itself), as Excel and other programs write it where lines end by CR and LF.
# Seen:     xlsx and hucre read it so. exceljs leaves both as they stand in the file: "North_x000D_" and "South" on two lines, and "Set_x005F_x0041_B" for
#           "Set_x0041_B".
# Matters:  remarks of two lines that came by a workbook have seven strange signs at each line's end, in the job and in all that is made from it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 exceljs@4.4.0 xlsx@0.18.5 hucre@1.0.0 fflate@0.8.3
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ExcelJS from 'exceljs';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { readXlsx } from 'hucre';
import XLSX from 'xlsx';

const cell = (at, text) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = `<row r="1">${cell('A1', 'North_x000D_\nSouth')}${cell('B1', 'Set_x005F_x0041_B')}</row>`;
const files = unzipSync(XLSX.write({ SheetNames: ['Sheet'], Sheets: { Sheet: XLSX.utils.aoa_to_sheet([['']]) } }, { type: 'buffer' }));
files['xl/worksheets/sheet1.xml'] = strToU8(
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row}</sheetData></worksheet>`,
);
const bytes = zipSync(files);
const show = (name, texts) => console.log(`${name}: ${JSON.stringify(texts)}`);
const { A1, B1 } = XLSX.read(bytes).Sheets.Sheet;
show('xlsx', [A1.v, B1.v]);
show('hucre', (await readXlsx(bytes)).sheets[0].rows[0]);
const book = await new ExcelJS.Workbook().xlsx.load(bytes);
show('exceljs', book.worksheets[0].getRow(1).values.slice(1));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
xlsx: ["North\r\nSouth","Set_x0041_B"]
hucre: ["North\r\nSouth","Set_x0041_B"]
exceljs: ["North_x000D_\nSouth","Set_x005F_x0041_B"]
SEEN
