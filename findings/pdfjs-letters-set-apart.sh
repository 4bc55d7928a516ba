#!/usr/bin/env bash
# Versions: pdfjs-dist 6.5.438, @hyzyla/pdfium 2.1.13 (Node 24.21.0).
# Guess:    a word that is written by one instruction, with its letters set apart a little (`Tc`), as in title blocks of sheets, is one word
#           for `getTextContent()`: there is no space in it.
# Seen:     with 2 pt between letters of 10 pt, PDF.js puts a space behind each of them, and words are as far apart as their letters. PDFium
#           gives both words, however far apart the letters are.
# Matters:  a search for the title of a sheet finds nothing, nor does one for its number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdfjs-dist@6.5.438 @hyzyla/pdfium@2.1.13
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
const pdf = (...objects) => {
  let file = '%PDF-1.7\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  return Buffer.from(`${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
};
const stream = (entries, data) => `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
const library = await PDFiumLibrary.init();
for (const apart of [0, 0.5, 1, 2, 6]) {
  const file = pdf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>',
    stream('', `BT /F 10 Tf ${apart} Tc 10 50 Td (SITE PLAN) Tj ET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  );
  const page = await (await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise).getPage(1);
  const text = (await page.getTextContent()).items.map(({ str }) => str).join('');
  const other = (await library.loadDocument(new Uint8Array(file))).getPage(0).getText();
  console.log(`letters of 10 pt, ${apart} pt apart: PDF.js "${text}", PDFium "${other}"`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
letters of 10 pt, 0 pt apart: PDF.js "SITE PLAN", PDFium "SITE PLAN"
letters of 10 pt, 0.5 pt apart: PDF.js "SITE PLAN", PDFium "SITE PLAN"
letters of 10 pt, 1 pt apart: PDF.js "SITE PLAN", PDFium "SITE PLAN"
letters of 10 pt, 2 pt apart: PDF.js "S I T E P L A N", PDFium "SITE PLAN"
letters of 10 pt, 6 pt apart: PDF.js "S I T E P L A N", PDFium "SITE PLAN"
SEEN
