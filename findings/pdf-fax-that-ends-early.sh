#!/usr/bin/env bash
# Versions: pdfjs-dist 6.5.438 with @napi-rs/canvas 1.1.1, @hyzyla/pdfium 2.1.13 (Node 24.21.0).
# Guess:    a scan in fax code (CCITT G4) that ends before its last row is drawn as far as it goes, on white paper, with a warning; a mask
#           (/ImageMask), which is ink on what is there, puts no ink where it has no rows.
# Seen:     the rows that are missing are black, in PDF.js and in PDFium. Of a mask they are black in PDF.js, and nothing in PDFium. It is
#           the same whether the code has its mark of the end or is cut. PDF.js says nothing, at its highest verbosity and with
#           `stopAtErrors`.
# Matters:  users see a sheet that is black below, or one that looks whole, and no program can tell them that the rest is missing.
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
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
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
// Rows of 64 pixels: 16 white, 32 black, 16 white; each but the first is like the one above it.
const fax = (rows, end) => {
  const bits = `0011010100000011010101${'111'.repeat(rows - 1)}${end}`;
  return bits.match(/.{1,8}/g).map((byte) => String.fromCharCode(Number.parseInt(byte.padEnd(8, '0'), 2))).join('');
};
const end = '000000000001000000000001';
const codes = { 'all 64 rows': fax(64, end), '16 rows, end': fax(16, end), '16 rows, cut': fax(16, '') };
const said = [];
const log = console.log;
for (const name of ['log', 'info', 'warn', 'error']) console[name] = (...words) => said.push(words.join(' '));
const library = await PDFiumLibrary.init();
// Every fourth row, at the left, where all rows are white, and in the middle, where all are black.
const column = (pixels, x) => Array.from({ length: 16 }, (_, row) => (pixels[((4 * row + 2) * 64 + x) * 4 + 1] < 128 ? '#' : '.')).join('');
const shown = (pixels) => `${column(pixels, 5)} ${column(pixels, 32)}`;
for (const kind of ['/ColorSpace /DeviceGray', '/ImageMask true']) {
  for (const [name, code] of Object.entries(codes)) {
    const file = pdf(
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 64 64] /Resources << /XObject << /Scan 5 0 R >> >> /Contents 4 0 R >>',
      stream('', '64 0 0 64 0 0 cm /Scan Do'),
      stream(`/Type /XObject /Subtype /Image /Width 64 /Height 64 /BitsPerComponent 1 ${kind}
      /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 >>`, code),
    );
    const options = { wasmUrl: './node_modules/pdfjs-dist/wasm/', verbosity: VerbosityLevel.INFOS, stopAtErrors: true };
    const page = await (await getDocument({ data: new Uint8Array(file), ...options }).promise).getPage(1);
    const canvas = createCanvas(64, 64);
    await page.render({ canvas, viewport: page.getViewport({ scale: 1 }) }).promise;
    const image = canvas.getContext('2d').getImageData(0, 0, 64, 64);
    const { data } = await (await library.loadDocument(new Uint8Array(file))).getPage(0).render({ scale: 1, render: 'bitmap' });
    log(`${kind}, ${name}:\n  PDF.js ${shown(image.data)}\n  PDFium ${shown(data)}`);
  }
}
log('said:', said.length);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
/ColorSpace /DeviceGray, all 64 rows:
  PDF.js ................ ################
  PDFium ................ ################
/ColorSpace /DeviceGray, 16 rows, end:
  PDF.js ....############ ################
  PDFium ....############ ################
/ColorSpace /DeviceGray, 16 rows, cut:
  PDF.js ....############ ################
  PDFium ....############ ################
/ImageMask true, all 64 rows:
  PDF.js ................ ################
  PDFium ................ ################
/ImageMask true, 16 rows, end:
  PDF.js ....############ ################
  PDFium ................ ####............
/ImageMask true, 16 rows, cut:
  PDF.js ....############ ################
  PDFium ................ ####............
said: 0
SEEN
