#!/usr/bin/env bash
# Versions: exceljs 4.4.0, hucre 1.0.0 beside it (Node 24.21.0), fflate 0.8.3 to write the workbook.
# Guess:    a number is a number whatever unit its format writes behind it (`0\m`, `0 \d\a\y\s`: a letter behind `\` is only shown, ISO 29500,
#           18.8.31), and a date that a workbook has as text (`t="d"`, as Excel saves a "Strict Open XML Spreadsheet") is that day.
# Seen:     exceljs makes 12 m and 12 days January 11, 1900, as those letters stand for months and days elsewhere; `0.0\f\t` is left a number.
#           Of the date as text it takes the year for a serial number: July 18, 1905. hucre has the numbers, and the date as a text.
# Matters:  lengths and terms from a takeoff or a schedule, and due dates, come in as days over a century ago, and nothing says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 exceljs@4.4.0 hucre@1.0.0 fflate@0.8.3
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ExcelJS from 'exceljs';
import { strToU8, zipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
const formats = ['0.0\\f\\t', '0&quot; m&quot;', '0\\m', '0 \\d\\a\\y\\s'];
const cells = [...formats.map((_, index) => `s="${index + 1}"><v>12`), 't="d" s="5"><v>2026-07-04'];
const row = cells.map((cell, index) => `<c r="${'ABCDE'[index]}1" ${cell}</v></c>`).join('');
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const type = (part, kind) =>
  `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
const relations = (...all) =>
  `<Relationships xmlns="${packaged}/relationships">${all.map(([kind, target], index) => `<Relationship Id="r${index}" Type="${office}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;
const parts = {
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type('workbook', 'sheet.main')}${type('styles', 'styles')}${type('worksheets/sheet1', 'worksheet')}</Types>`,
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
  'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Takeoff" sheetId="1" r:id="r0"/></sheets></workbook>`,
  'xl/styles.xml': `<styleSheet ${main}><numFmts count="4">${formats.map((format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${format}"/>`).join('')}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6">${[0, 164, 165, 166, 167, 14].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData><row r="1">${row}</row></sheetData></worksheet>`,
};
const file = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(`<?xml version="1.0"?>${text}`)])));
const said = (value) => (value instanceof Date ? `Date ${value.toISOString().slice(0, 10)}` : `${typeof value} ${value}`);
const workbook = new ExcelJS.Workbook();
await workbook.xlsx.load(Buffer.from(file));
console.log('exceljs:', workbook.worksheets[0].getRow(1).values.slice(1).map(said).join(', '));
console.log('hucre:', (await readXlsx(file)).sheets[0].rows[0].map(said).join(', '));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
exceljs: number 12, number 12, Date 1900-01-11, Date 1900-01-11, Date 1905-07-18
hucre: number 12, number 12, number 12, number 12, string 2026-07-04
SEEN
