#!/usr/bin/env bash
# Versions: xlsx 0.18.5, hucre 1.0.0 beside it (Node 24.21.0), fflate 0.8.3 to write the file.
# Guess:    a row of an OpenDocument spreadsheet has all its cells, also where equal neighbors are written once, with a count
#           (`table:number-columns-repeated`).
# Seen:     xlsx has them all if another cell comes behind them. At the end of a row it has one of them: of "B1, 12, 12" it reads "B1, 12", of "x, x,
#           x" "x". hucre has all.
# Matters:  a last column is empty in those rows alone in which it equals the one before it: a height that is as large as the width, a "yes" behind a
#           "yes".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 xlsx@0.18.5 hucre@1.0.0 fflate@0.8.3
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { strToU8, zipSync } from 'fflate';
import { readOds } from 'hucre';
import * as XLSX from 'xlsx';

const names = ['office', 'table', 'text'].map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ');
const cell = ([text, count]) =>
  `<table:table-cell office:value-type="string" table:number-columns-repeated="${count}"><text:p>${text}</text:p></table:table-cell>`;
const spreadsheet = (cells) =>
  zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'META-INF/manifest.xml': strToU8(`<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">
<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`),
    'content.xml': strToU8(`<?xml version="1.0" encoding="UTF-8"?><office:document-content ${names} office:version="1.3"><office:body>
<office:spreadsheet><table:table table:name="Openings"><table:table-row>${cells.map(cell).join('')}</table:table-row></table:table>
</office:spreadsheet></office:body></office:document-content>`),
  });
const rows = [
  [['B1', 1], ['12', 2]],
  [['B1', 1], ['12', 2], ['ok', 1]],
  [['x', 3]],
];
for (const cells of rows) {
  const file = spreadsheet(cells);
  const [byXlsx] = XLSX.utils.sheet_to_json(XLSX.read(file, { type: 'array' }).Sheets.Openings, { header: 1 });
  const [byHucre] = (await readOds(file)).sheets[0].rows;
  console.log(`${cells.map(([text, count]) => `${text} x ${count}`).join(', ')}: xlsx ${byXlsx.join()}, hucre ${byHucre.join()}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
B1 x 1, 12 x 2: xlsx B1,12, hucre B1,12,12
B1 x 1, 12 x 2, ok x 1: xlsx B1,12,12,ok, hucre B1,12,12,ok
x x 3: xlsx x, hucre x,x,x
SEEN
