#!/usr/bin/env bash
# Versions: @hyzyla/pdfium 2.1.13, pdfjs-dist 6.5.438 and mupdf 1.28.1 beside it (Node 24.21.0).
# Guess:    the text of a page has the hyphen that ends a line, and a line break behind it: "See sheet A-", "101"; a program that joins the lines
#           keeps the hyphen, or takes it away.
# Seen:     PDFium joins the lines, and in place of hyphen and break stands U+FFFE, which is no character: "See sheet A<U+FFFE>101",
#           "Post<U+FFFE>Install". Between digits ("787-555-", "0147") the hyphen and the break stay. PDF.js and mupdf have the hyphen and the break.
# Matters:  the number of a sheet and the name of a service that are broken at the end of a line are found by no search, neither with the hyphen nor
#           without it, and what is copied from there has a sign that XML does not allow.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @hyzyla/pdfium@2.1.13 pdfjs-dist@6.5.438 mupdf@1.28.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { PDFiumLibrary } from '@hyzyla/pdfium';
import * as mupdf from 'mupdf';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

function sheet(lines) {
  const content = `BT /F 12 Tf 14 TL 10 150 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.7\n';
  const rows = ['0000000000 65535 f \n'];
  for (const [at, object] of objects.entries()) {
    rows.push(`${String(pdf.length).padStart(10, '0')} 00000 n \n`);
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = `xref\n0 ${rows.length}\n${rows.join('')}`;
  return Buffer.from(`${pdf}${table}trailer\n<< /Size ${rows.length} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`);
}
const library = await PDFiumLibrary.init();
// JSON writes U+FFFE as it is.
const shown = (text) => JSON.stringify(text.trim()).replaceAll('\ufffe', '<U+FFFE>');
for (const lines of [['See sheet A-', '101'], ['Post-', 'Install'], ['787-555-', '0147']]) {
  const pdf = sheet(lines);
  const page = await (await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise).getPage(1);
  const byPdfjs = (await page.getTextContent()).items.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join('');
  const byMupdf = mupdf.Document.openDocument(pdf, 'application/pdf').loadPage(0).toStructuredText().asText();
  const byPdfium = (await library.loadDocument(pdf)).getPage(0).getText();
  console.log(`PDFium ${shown(byPdfium)}, PDF.js ${shown(byPdfjs)}, mupdf ${shown(byMupdf)}`);
}
JS
node try.mjs 2>/dev/null | tee seen
diff seen - <<'SEEN'
PDFium "See sheet A<U+FFFE>101", PDF.js "See sheet A-\n101", mupdf "See sheet A-\n101"
PDFium "Post<U+FFFE>Install", PDF.js "Post-\nInstall", mupdf "Post-\nInstall"
PDFium "787-555-\r\n0147", PDF.js "787-555-\n0147", mupdf "787-555-\n0147"
SEEN
