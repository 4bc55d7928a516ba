#!/usr/bin/env bash
# Versions: pdfjs-dist 6.5.438 with @napi-rs/canvas 1.1.1, @hyzyla/pdfium 2.1.13 (Node 24.21.0).
# Guess:    a scan of a large sheet with one bit a pixel, in fax code (CCITT G4), drawn small (768 x 450), takes about as much memory in
#           PDF.js as in PDFium: a bit for each of its pixels (17 MB for 138 million), and the small picture.
# Seen:     PDFium takes less than 128 MB for 138 million pixels; PDF.js over 256 MB for 61 million, and over 768 MB for 138 million (560
#           and 1160 when this was written): more than eight bytes for each pixel of the scan.
# Matters:  a usual sheet from a copy shop needs a gigabyte in a viewer or a preview program. `maxImageSize` saves the memory by leaving
#           out the scan: the page is white.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdfjs-dist@6.5.438 @napi-rs/canvas@1.1.1 @hyzyla/pdfium@2.1.13
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { execFileSync } from 'node:child_process';
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
const [, script, program, columns, rows] = process.argv;
if (program) {
  // The first row is white, then black, in runs of 2560; each other one is like it.
  const run = '000000011111'.repeat(columns / 5120);
  const bits = `001${run}00110101${run}0000110111${'11'.repeat(rows - 1)}000000000001000000000001`;
  const fax = bits.match(/.{1,8}/g).map((byte) => String.fromCharCode(Number.parseInt(byte.padEnd(8, '0'), 2))).join('');
  const file = pdf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 768 450] /Resources << /XObject << /Scan 5 0 R >> >> /Contents 4 0 R >>',
    stream('', '768 0 0 450 0 0 cm /Scan Do'),
    stream(`/Type /XObject /Subtype /Image /Width ${columns} /Height ${rows} /BitsPerComponent 1 /ColorSpace /DeviceGray
    /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${columns} /Rows ${rows} >>`, fax),
  );
  const before = process.resourceUsage().maxRSS;
  const draw = {
    async PDFium() {
      const page = (await (await PDFiumLibrary.init()).loadDocument(new Uint8Array(file))).getPage(0);
      return (await page.render({ scale: 1, render: 'bitmap' })).data;
    },
    async 'PDF.js'() {
      const options = { wasmUrl: './node_modules/pdfjs-dist/wasm/', verbosity: 0 };
      const page = await (await getDocument({ data: new Uint8Array(file), ...options }).promise).getPage(1);
      const canvas = createCanvas(768, 450);
      await page.render({ canvas, viewport: page.getViewport({ scale: 1 }) }).promise;
      return canvas.getContext('2d').getImageData(0, 0, 768, 450).data;
    },
  };
  const pixels = await draw[program]();
  const dark = pixels.filter((value, index) => index % 4 === 1 && value < 128).length;
  const grown = (process.resourceUsage().maxRSS - before) / 1024;
  console.log(JSON.stringify({ half: dark === (768 / 2) * 450, grown }));
} else {
  for (const size of [['10240', '6000'], ['15360', '9000']]) {
    for (const name of ['PDFium', 'PDF.js']) {
      const { half, grown } = JSON.parse(execFileSync(process.execPath, [script, name, ...size], { encoding: 'utf8' }));
      const limit = [768, 256, 128].find((megabytes) => grown > megabytes);
      console.log(`${size.join(' x ')} by ${name}: half of the page is black: ${half}; takes ${limit ? `over ${limit}` : 'under 128'} MB`);
    }
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
10240 x 6000 by PDFium: half of the page is black: true; takes under 128 MB
10240 x 6000 by PDF.js: half of the page is black: true; takes over 256 MB
15360 x 9000 by PDFium: half of the page is black: true; takes under 128 MB
15360 x 9000 by PDF.js: half of the page is black: true; takes over 768 MB
SEEN
