#!/usr/bin/env bash
# Versions: pdfjs-dist 6.5.438, @hyzyla/pdfium 2.1.13 (Node 24.21.0).
# Guess:    where a document says what its letters mean (`/Span << /ActualText … >> BDC`, ISO 32000, 14.9.4), `getTextContent()` has those
#           words, as a copy from a viewer has; or `includeMarkedContent` gives them beside the letters.
# Seen:     PDF.js has the letters as they are drawn, with both; the words are nowhere, nor in `getOperatorList()`. PDFium has the words.
# Matters:  a word that is divided at the end of a line, drawn by signs of a symbol font, or in small capitals is found by one of two
#           programs, and copied wrong from the other.
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
const drawn = {
  'divided word': '(found-) Tj 0 -12 Td (ation) Tj',
  'other letters': '(f0undat10n) Tj',
};
for (const [name, letters] of Object.entries(drawn)) {
  const file = pdf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>',
    stream('', `BT /F 10 Tf 10 50 Td /Span << /ActualText (foundation) >> BDC ${letters} EMC ET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  );
  const page = await (await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise).getPage(1);
  const marked = await page.getTextContent({ includeMarkedContent: true });
  const { argsArray } = await page.getOperatorList();
  const text = (await page.getTextContent()).items.map(({ str }) => str).join(' ');
  const isThere = [marked, argsArray].some((one) => JSON.stringify(one).includes('foundation'));
  const other = (await library.loadDocument(new Uint8Array(file))).getPage(0).getText();
  console.log(`${name}: PDF.js "${text}", "foundation" anywhere else: ${isThere}; PDFium "${other}"`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
divided word: PDF.js "found- ation", "foundation" anywhere else: false; PDFium "foundation"
other letters: PDF.js "f0undat10n", "foundation" anywhere else: false; PDFium "foundation"
SEEN
