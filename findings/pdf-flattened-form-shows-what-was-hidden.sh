#!/usr/bin/env bash
# Versions: pdf-lib 1.17.1 (`form.flatten`), mupdf 1.28.1 (`bake`), @hyzyla/pdfium 2.1.13 to look (Node 24.21.0).
# Guess:    a form that is flattened, so that nobody can change it, looks as before: a field that is not to be seen (flags Hidden and NoView,
#           ISO 32000, 12.5.3) is not on the sheet.
# Seen:     pdf-lib draws both kinds. mupdf leaves out the hidden field and draws the one with NoView.
# Matters:  "VOID", a price, or a remark for the office, which the form shows only in some cases, is on the sheet for good.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdf-lib@1.17.1 mupdf@1.28.1 @hyzyla/pdfium@2.1.13
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { PDFiumLibrary } from '@hyzyla/pdfium';
import * as mupdf from 'mupdf';
import { PDFDocument } from 'pdf-lib';
const flags = { 'to be seen': 4, hidden: 2, 'not to be viewed': 32 };
const field = (name, flag, left) =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /F ${flag} /P 3 0 R /Rect [${left} 10 ${left + 20} 20] /AP << /N 4 0 R >> >>`;
const fields = '[5 0 R 6 0 R 7 0 R]';
const objects = [
  `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields ${fields} >> >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 120 30] >>',
  `<< /Type /Page /Parent 2 0 R /Resources << >> /Annots ${fields} >>`,
  '<< /Type /XObject /Subtype /Form /BBox [0 0 20 10] /Length 15 >>\nstream\n0 0 20 10 re f \nendstream',
  ...Object.entries(flags).map(([name, flag], index) => field(name, flag, 10 + 40 * index)),
];
let text = '%PDF-1.7\n';
let table = 'xref\n0 8\n0000000000 65535 f \n';
for (const [index, object] of objects.entries()) {
  table += `${String(text.length).padStart(10, '0')} 00000 n \n`;
  text += `${index + 1} 0 obj\n${object}\nendobj\n`;
}
const form = Buffer.from(`${text}${table}trailer\n<< /Size 8 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`);
const byPdfLib = await PDFDocument.load(form);
byPdfLib.getForm().flatten();
const byMupdf = mupdf.Document.openDocument(form, 'application/pdf');
byMupdf.bake();
const sheets = { form, 'flattened by pdf-lib': await byPdfLib.save(), 'by mupdf': byMupdf.saveToBuffer('').asUint8Array() };
const library = await PDFiumLibrary.init();
for (const [name, bytes] of Object.entries(sheets)) {
  const page = (await library.loadDocument(Buffer.from(bytes))).getPage(0);
  const { data, width } = await page.render({ scale: 1, render: 'bitmap', renderFormFields: true });
  const drawn = Object.keys(flags).filter((_, index) => data[(15 * width + 20 + 40 * index) * 4] < 128);
  console.log(`${name}: ${drawn.join(', ')}`);
}
process.exit();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
form: to be seen
flattened by pdf-lib: to be seen, hidden, not to be viewed
by mupdf: to be seen, not to be viewed
SEEN
