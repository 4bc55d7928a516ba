#!/usr/bin/env bash
# Versions: pdfkit 0.20.2, pdfmake 0.3.11, jspdf 4.2.1 with jspdf-autotable 5.0.9 beside them, mupdf 1.28.1 to read (Node 24.21.0).
# Guess:    a remark in a table that is longer than a page goes on on the next one, also where rows are to stay in one piece (`dontBreakRows`, `unbreakable`),
#           which cannot be kept then; or it fails.
# Seen:     `table` of pdfkit ends the remark at the foot of the page: of 1,200 words 337 are in the file, and the next row follows on a new page. pdfmake has
#           all of them by itself; with `dontBreakRows` or `unbreakable` it has not one, and an empty place for them, once they need more than a page.
#           Nothing is said. jspdf-autotable has all, with `rowPageBreak: 'avoid'` as well.
# Matters:  the one long answer in a report, which somebody wrote because it mattered, is missing from what is printed, sealed and sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdfkit@0.20.2 pdfmake@0.3.11 jspdf@4.2.1 jspdf-autotable@5.0.9 mupdf@1.28.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { jsPDF } from 'jspdf';
import { autoTable } from 'jspdf-autotable';
import * as mupdf from 'mupdf';
import PDFKit from 'pdfkit';
import pdfmake from 'pdfmake';

pdfmake.setFonts({ Helvetica: { normal: 'Helvetica' } });
pdfmake.setLocalAccessPolicy(() => true);
pdfmake.setUrlAccessPolicy(() => false);
const byPdfkit = (data) =>
  new Promise((resolve) => {
    const document = new PDFKit({ size: 'LETTER' });
    const parts = [];
    document.on('data', (part) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.table({ data });
    document.end();
  });
const byPdfmake = (...content) => pdfmake.createPdf({ pageSize: 'LETTER', defaultStyle: { font: 'Helvetica' }, content }).getBuffer();
const byAutoTable = (body, options) => {
  const document = new jsPDF({ unit: 'pt', format: 'letter' });
  autoTable(document, { body, ...options });
  return document.output('arraybuffer');
};
for (const count of [1000, 1200]) {
  const remark = Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
  const rows = () => [['1', 'short'], ['2', remark], ['3', 'short']];
  const made = {
    pdfkit: await byPdfkit(rows()),
    pdfmake: await byPdfmake({ table: { body: rows() } }),
    'pdfmake, dontBreakRows': await byPdfmake({ table: { body: rows(), dontBreakRows: true } }),
    'pdfmake, unbreakable': await byPdfmake('short', { unbreakable: true, stack: [remark] }, 'short'),
    'jspdf-autotable': byAutoTable(rows()),
    "jspdf-autotable, rowPageBreak 'avoid'": byAutoTable(rows(), { rowPageBreak: 'avoid' }),
  };
  for (const [name, file] of Object.entries(made)) {
    const document = mupdf.Document.openDocument(file, 'application/pdf');
    const texts = Array.from({ length: document.countPages() }, (_, index) => document.loadPage(index).toStructuredText().asText());
    const words = (pattern) => texts.map((text) => text.match(pattern)?.length ?? 0).reduce((sum, each) => sum + each, 0);
    console.log(`${name}: ${words(/\bw\d+/g)} of ${count} words, ${words(/short/g)} of 2 short ones, ${texts.length} pages`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
pdfkit: 337 of 1000 words, 2 of 2 short ones, 3 pages
pdfmake: 1000 of 1000 words, 2 of 2 short ones, 2 pages
pdfmake, dontBreakRows: 0 of 1000 words, 2 of 2 short ones, 2 pages
pdfmake, unbreakable: 1000 of 1000 words, 2 of 2 short ones, 1 pages
jspdf-autotable: 1000 of 1000 words, 2 of 2 short ones, 1 pages
jspdf-autotable, rowPageBreak 'avoid': 1000 of 1000 words, 2 of 2 short ones, 1 pages
pdfkit: 337 of 1200 words, 2 of 2 short ones, 3 pages
pdfmake: 1200 of 1200 words, 2 of 2 short ones, 2 pages
pdfmake, dontBreakRows: 0 of 1200 words, 2 of 2 short ones, 2 pages
pdfmake, unbreakable: 0 of 1200 words, 2 of 2 short ones, 2 pages
jspdf-autotable: 1200 of 1200 words, 2 of 2 short ones, 2 pages
jspdf-autotable, rowPageBreak 'avoid': 1200 of 1200 words, 2 of 2 short ones, 2 pages
SEEN
