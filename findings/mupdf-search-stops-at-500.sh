#!/usr/bin/env bash
# Versions: mupdf 1.28.1 (Node 24.21.0).
# Guess:    `page.search("EV")` finds every "EV" on a sheet, or says that there are more.
# Seen:     it finds 500 of 620, on the page as in its structured text, and says nothing of the others. The number is fixed: no option raises it. The
#           text of the page (`asText`) has all 620.
# Matters:  who marks, counts or blackens what a search finds does so for a part of a large schedule, and the rest of it passes for checked.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 mupdf@1.28.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import * as mupdf from 'mupdf';

const words = Array.from({ length: 620 }, (_, at) => `1 0 0 1 ${20 + (at % 40) * 45} ${1900 - Math.floor(at / 40) * 50} Tm (EV) Tj`);
const content = `BT /F1 12 Tf ${words.join('\n')} ET`;
const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2000 2000] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
];
let pdf = '%PDF-1.7\n';
const offsets = objects.map((object, at) => {
  const offset = pdf.length;
  pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
  return String(offset).padStart(10, '0');
});
const table = pdf.length;
pdf += `xref\n0 6\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
const page = mupdf.Document.openDocument(Buffer.from(pdf), 'application/pdf').loadPage(0);
const text = page.toStructuredText();
console.log('on the page', page.search('EV').length, 'in its text', text.search('EV').length, 'of', text.asText().split('EV').length - 1);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
on the page 500 in its text 500 of 620
SEEN
