#!/usr/bin/env bash
# Versions: pdfjs-dist 6.5.438 with @napi-rs/canvas 1.1.1, @hyzyla/pdfium 2.1.13 (Node 24.21.0).
# Guess:    a filled rectangle of no height (`10 50 80 0 re f`), the way in which tables from Excel and CAD have lines, is a line as thin as
#           the device can draw it, as the specification wants it (ISO 32000, 8.5.3.3.1).
# Seen:     PDF.js draws nothing, upright or level, at any scale. PDFium draws the line, one pixel thick, at every scale.
# Matters:  tables lose all their lines in a viewer, and nothing says so.
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
const dark = (pixels) => pixels.filter((value, index) => index % 4 === 1 && value < 128).length;
for (const path of ['10 50 80 2 re', '10 50 80 0 re', '50 10 0 80 re']) {
  const file = pdf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Resources << >> /Contents 4 0 R >>',
    stream('', `${path} f`),
  );
  for (const scale of [1, 4]) {
    const page = await (await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise).getPage(1);
    const canvas = createCanvas(100 * scale, 100 * scale);
    await page.render({ canvas, viewport: page.getViewport({ scale }) }).promise;
    const image = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const { data } = await (await library.loadDocument(new Uint8Array(file))).getPage(0).render({ scale, render: 'bitmap' });
    console.log(`${path} f, scale ${scale}: dark pixels: PDF.js ${dark(image.data)}, PDFium ${dark(data)}`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
10 50 80 2 re f, scale 1: dark pixels: PDF.js 160, PDFium 160
10 50 80 2 re f, scale 4: dark pixels: PDF.js 2560, PDFium 2560
10 50 80 0 re f, scale 1: dark pixels: PDF.js 0, PDFium 80
10 50 80 0 re f, scale 4: dark pixels: PDF.js 0, PDFium 320
50 10 0 80 re f, scale 1: dark pixels: PDF.js 0, PDFium 80
50 10 0 80 re f, scale 4: dark pixels: PDF.js 0, PDFium 320
SEEN
