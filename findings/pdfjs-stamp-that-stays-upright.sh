#!/usr/bin/env bash
# Versions: pdfjs-dist 6.5.438 with @napi-rs/canvas 1.1.1, @hyzyla/pdfium 2.1.13 (Node 24.21.0).
# Guess:    a stamp that does not turn with its page (flag NoRotate, ISO 32000, 12.5.3) stands upright on a page that is turned
#           (`/Rotate 90`), with its upper left corner where it was, in PDF.js and in PDFium.
# Seen:     PDFium draws it so. PDF.js draws it lying, as it draws one without the flag.
# Matters:  plans are mostly turned pages: a seal or a stamp is read in one program and lies on its side in the other, over other things.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdfjs-dist@6.5.438 @napi-rs/canvas@1.1.1 @hyzyla/pdfium@2.1.13
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { createCanvas } from '@napi-rs/canvas';
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
// Flag 4 is that it prints, 16 that it does not turn.
for (const flags of [4, 4 + 16]) {
  const file = pdf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Rotate 90 /Resources << >> /Contents 4 0 R /Annots [5 0 R] >>',
    stream('', ''),
    `<< /Type /Annot /Subtype /Stamp /Rect [40 100 100 120] /F ${flags} /AP << /N 6 0 R >> >>`,
    stream('/Type /XObject /Subtype /Form /BBox [0 0 60 20]', '0 0 60 20 re f'),
  );
  const page = await (await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise).getPage(1);
  const canvas = createCanvas(200, 200);
  await page.render({ canvas, viewport: page.getViewport({ scale: 1 }) }).promise;
  const image = canvas.getContext('2d').getImageData(0, 0, 200, 200);
  const { data } = await (await library.loadDocument(new Uint8Array(file))).getPage(0).render({ scale: 1, render: 'bitmap' });
  const box = (pixels) => {
    const dark = Array.from({ length: 40000 }, (_, at) => at).filter((at) => pixels[at * 4 + 1] < 128);
    const [columns, rows] = [dark.map((at) => at % 200), dark.map((at) => Math.floor(at / 200))];
    const [left, top] = [Math.min(...columns), Math.min(...rows)];
    return `${Math.max(...columns) - left + 1} x ${Math.max(...rows) - top + 1} at ${left}, ${top}`;
  };
  console.log(`flags ${flags}: PDF.js ${box(image.data)}; PDFium ${box(data)}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
flags 4: PDF.js 20 x 60 at 100, 40; PDFium 20 x 60 at 100, 40
flags 20: PDF.js 20 x 60 at 100, 40; PDFium 60 x 20 at 120, 40
SEEN
