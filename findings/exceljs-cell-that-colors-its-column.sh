#!/usr/bin/env bash
# Versions: exceljs 4.4.0 (Node 24.21.0).
# Guess:    where one cell of a workbook that was read is marked (`cell.font = …`, `cell.font.bold = true`), that cell is marked.
# Seen:     all cells that looked like it are, in each row and sheet, and the file that is written has them all bold and red: they share one object (`style`)
#           and what is in it, and a new `font` is put into that object too. Only a new `style` (`cell.style = { ...cell.style, font }`) marks the one.
#           In a workbook that was made, not read, cells with objects of their own do not share them.
# Matters:  a list comes back to the client with every line marked as late, or as changed, and which one it was is gone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 exceljs@4.4.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ExcelJS from 'exceljs';

const workbook = new ExcelJS.Workbook();
for (const name of ['Jobs', 'More']) {
  const sheet = workbook.addWorksheet(name);
  for (const job of [1, 2, 3]) sheet.addRow([job]).getCell(1).font = { name: 'Arial', size: 10, color: { argb: 'FF000000' } };
}
const show = (what, { worksheets }) => {
  const cells = worksheets.flatMap((sheet) => [1, 2, 3].map((row) => [`${sheet.name} A${row}`, sheet.getCell(row, 1).font]));
  const marked = cells.filter(([, { bold, color }]) => bold && color.argb === 'FFFF0000');
  console.log(`${what}: bold and red: ${marked.map(([name]) => name).join(', ')}`);
};
const mark = ({ font }) => {
  font.bold = true;
  font.color.argb = 'FFFF0000';
};
const read = async (file) => {
  const loaded = new ExcelJS.Workbook();
  await loaded.xlsx.load(file);
  return loaded;
};
const file = await workbook.xlsx.writeBuffer();
const marked = await read(file);
mark(marked.worksheets[0].getCell('A2'));
show('read, then its font changed', marked);
show('written and read again', await read(await marked.xlsx.writeBuffer()));
const font = { name: 'Arial', size: 10, bold: true, color: { argb: 'FFFF0000' } };
const byFont = await read(file);
byFont.worksheets[0].getCell('A2').font = font;
show('read, then given a new font', byFont);
const byStyle = await read(file);
const cell = byStyle.worksheets[0].getCell('A2');
cell.style = { ...cell.style, font };
show('read, then given a new style', byStyle);
mark(workbook.worksheets[0].getCell('A2'));
show('made, then its font changed', workbook);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
read, then its font changed: bold and red: Jobs A1, Jobs A2, Jobs A3, More A1, More A2, More A3
written and read again: bold and red: Jobs A1, Jobs A2, Jobs A3, More A1, More A2, More A3
read, then given a new font: bold and red: Jobs A1, Jobs A2, Jobs A3, More A1, More A2, More A3
read, then given a new style: bold and red: Jobs A2
made, then its font changed: bold and red: Jobs A2
SEEN
