#!/usr/bin/env bash
# Versions: exceljs 4.4.0 (Node 24.21.0).
# Guess:    what belongs to a row goes down with it where one is put above it (`insertRow`), as in Excel: its merged cells, the check of what is
#           typed, its format by a rule, its remark, its formula.
# Seen:     merged cells do. The check stays where it was, and so does the format, at the row that is there now; the formula goes down, and still
#           counts the cells of the row above; the remark is gone; the last row is out of the filter and of what is printed.
# Matters:  sums of a schedule or an invoice are those of another line, in a file that opens without a word.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 exceljs@4.4.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ExcelJS from 'exceljs';

const written = new ExcelJS.Workbook();
const sheet = written.addWorksheet('Takeoff');
sheet.addRow(['Item', 'Count', 'Price', 'Sum']);
sheet.addRow(['Panel', 20, 300, { formula: 'B2*C2' }]);
sheet.getCell('A2').note = 'By the client';
sheet.getCell('B2').dataValidation = { type: 'whole', operator: 'lessThan', formulae: [30] };
sheet.addConditionalFormatting({ ref: 'C2', rules: [{ type: 'expression', formulae: ['C2>200'], style: { font: { bold: true } } }] });
sheet.mergeCells('E2:F2');
sheet.autoFilter = 'A1:D2';
sheet.pageSetup.printArea = 'A1:F2';

async function show(what) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await written.xlsx.writeBuffer());
  const read = workbook.worksheets[0];
  const cells = ['A2', 'A3', 'B2', 'B3', 'D2', 'D3'].map((place) => read.getCell(place));
  const panel = cells.find(({ value }) => value === 'Panel').row;
  const named = (kind) => cells.filter((cell) => cell[kind]).map(({ address }) => address);
  console.log(`${what}: panel ${panel}, sum ${read.getCell(`D${panel}`).formula}, merged ${read.model.merges}`);
  console.log(`  remark ${named('note')}, checked ${named('dataValidation')}, bold by a rule ${read.conditionalFormattings.map(({ ref }) => ref)}`);
  console.log(`  filter ${read.autoFilter}, printed ${read.pageSetup.printArea}`);
}
await show('before');
sheet.insertRow(2, ['Bolt', 80, 2]);
await show('after');
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
before: panel 2, sum B2*C2, merged E2:F2
  remark A2, checked B2, bold by a rule C2
  filter A1:D2, printed A1:F2
after: panel 3, sum B2*C2, merged E3:F3
  remark , checked B2, bold by a rule C2
  filter A1:D2, printed A1:F2
SEEN
