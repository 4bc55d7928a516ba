#!/usr/bin/env bash
# Versions: pdf-lib 1.17.1 (`copyPages`), mupdf 1.28.1 (`graftPage`), pdfjs-dist 6.5.438 (`extractPages`), @hyzyla/pdfium 2.1.13 to look
#           (Node 24.21.0).
# Guess:    a sheet that is taken out of a set into a document of its own looks as it did: a layer that is off (/OCProperties, ISO 32000,
#           8.11.4) stays off, and what an annotation shows, such as a stamp, stays on it.
# Seen:     all three copy the groups with the page, but not the list in the catalog that says which are off: the layer is drawn. mupdf leaves
#           out the annotations as well.
# Matters:  a sheet from a set has walls that were demolished, or another variant, drawn over the plan; or it lacks its stamp.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdf-lib@1.17.1 mupdf@1.28.1 pdfjs-dist@6.5.438 @hyzyla/pdfium@2.1.13
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { PDFiumLibrary } from '@hyzyla/pdfium';
import * as mupdf from 'mupdf';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
const stream = (entries, data) => `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
const objects = [
  '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] /Order [6 0 R] >> >> >>',
  '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 90 30] >>',
  '<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources << /Properties << /Old 6 0 R >> >> /Annots [7 0 R] >>',
  '<< /Type /Page /Parent 2 0 R /Resources << >> >>',
  stream('', '10 10 10 10 re f /OC /Old BDC 40 10 10 10 re f EMC'),
  '<< /Type /OCG /Name (Demolished) >>',
  '<< /Type /Annot /Subtype /Stamp /Rect [70 10 80 20] /F 4 /AP << /N 8 0 R >> >>',
  stream('/Type /XObject /Subtype /Form /BBox [0 0 10 10]', '0 0 10 10 re f'),
];
let text = '%PDF-1.7\n';
let table = 'xref\n0 9\n0000000000 65535 f \n';
for (const [index, object] of objects.entries()) {
  table += `${String(text.length).padStart(10, '0')} 00000 n \n`;
  text += `${index + 1} 0 obj\n${object}\nendobj\n`;
}
const set = Buffer.from(`${text}${table}trailer\n<< /Size 9 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`);
const takenOut = {
  'in the set': () => set,
  'by pdf-lib': async () => {
    const own = await PDFDocument.create();
    own.addPage((await own.copyPages(await PDFDocument.load(set), [0]))[0]);
    return own.save();
  },
  'by mupdf': () => {
    const own = new mupdf.PDFDocument();
    own.graftPage(-1, mupdf.Document.openDocument(set, 'application/pdf'), 0);
    return own.saveToBuffer('').asUint8Array();
  },
  'by PDF.js': async () => (await getDocument({ data: new Uint8Array(set) }).promise).extractPages([{ document: null, includePages: [0] }]),
};
const library = await PDFiumLibrary.init();
for (const [name, take] of Object.entries(takenOut)) {
  const page = (await library.loadDocument(Buffer.from(await take()))).getPage(0);
  const { data, width } = await page.render({ scale: 1, render: 'bitmap' });
  const ink = (x) => (data[(15 * width + x) * 4] < 128 ? 'drawn' : 'not drawn');
  console.log(`${name}: plan ${ink(15)}, layer that is off ${ink(45)}, stamp ${ink(75)}`);
}
process.exit();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
in the set: plan drawn, layer that is off not drawn, stamp drawn
by pdf-lib: plan drawn, layer that is off drawn, stamp drawn
by mupdf: plan drawn, layer that is off drawn, stamp not drawn
by PDF.js: plan drawn, layer that is off drawn, stamp drawn
SEEN
