#!/usr/bin/env bash
# Versions: pdf-lib 1.17.1, mupdf 1.28.1, pdfjs-dist 6.5.438 to read them (Node 24.21.0).
# Guess:    the sheets of a set keep their numbers (page labels, ISO 32000, 12.4.2) where a cover is put before them, and where the first one is
#           removed: A-102 is A-102.
# Seen:     pdf-lib leaves the list of labels as it was, and labels go by places: the cover is A-101, and E-101 is E-102; with A-101 removed, A-102 is
#           A-101 and E-101 is A-102. mupdf moves them for a cover, which is 1; but with A-101 removed its A-102 is A-101 as well.
# Matters:  "see A-102", a link or a remark by the number of a sheet opens another one, in every viewer that shows labels.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdf-lib@1.17.1 mupdf@1.28.1 pdfjs-dist@6.5.438
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import * as mupdf from 'mupdf';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const pdf = (...objects) => {
  let file = '%PDF-1.7\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  return Buffer.from(`${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
};

// Each sheet is as wide as its number, so that it is known again.
const sheet = (width) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} 100] /Resources << >> >>`;
const set = pdf(
  '<< /Type /Catalog /Pages 2 0 R /PageLabels << /Nums [0 << /P (A-10) /S /D >> 2 << /P (E-10) /S /D >>] >> >>',
  '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>',
  sheet(101),
  sheet(102),
  sheet(201),
);
const names = { 100: 'cover', 101: 'A-101', 102: 'A-102', 201: 'E-101' };
async function show(what, bytes) {
  const read = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const labels = await read.getPageLabels();
  const widths = await Promise.all(labels.map(async (_, index) => (await read.getPage(index + 1)).view[2]));
  console.log(`${what}: ${widths.map((width, index) => `${names[width]} is ${labels[index]}`).join(', ')}`);
}
await show('before', set);
const covered = await PDFDocument.load(set);
covered.insertPage(0, [100, 100]);
await show('pdf-lib, cover', await covered.save());
const shortened = await PDFDocument.load(set);
shortened.removePage(0);
await show('pdf-lib, removed', await shortened.save());
const open = () => mupdf.Document.openDocument(set, 'application/pdf');
const withCover = open();
withCover.insertPage(0, withCover.addPage([0, 0, 100, 100], 0, {}, ''));
await show('mupdf, cover', withCover.saveToBuffer().asUint8Array());
const without = open();
without.deletePage(0);
await show('mupdf, removed', without.saveToBuffer().asUint8Array());
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
before: A-101 is A-101, A-102 is A-102, E-101 is E-101
pdf-lib, cover: cover is A-101, A-101 is A-102, A-102 is E-101, E-101 is E-102
pdf-lib, removed: A-102 is A-101, E-101 is A-102
mupdf, cover: cover is 1, A-101 is A-101, A-102 is A-102, E-101 is E-101
mupdf, removed: A-102 is A-101, E-101 is E-101
SEEN
