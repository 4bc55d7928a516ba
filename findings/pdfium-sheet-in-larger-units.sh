#!/usr/bin/env bash
# Versions: pdfjs-dist 6.5.438, @hyzyla/pdfium 2.1.13 (Node 24.21.0).
# Guess:    a page whose unit is larger than 1/72 in. (`/UserUnit 2`, in PDF since 1.6, for sheets of over 200 in.) is as large as it says for
#           PDF.js and for PDFium.
# Seen:     for PDF.js it is. PDFium passes over the unit: the page, and all that is on it, has half its size.
# Matters:  of two programs one prints a banner or a long profile at half its scale, and a place on the sheet that is counted in points by
#           one is another place for the other.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdfjs-dist@6.5.438 @hyzyla/pdfium@2.1.13
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
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
for (const unit of ['', '/UserUnit 1', '/UserUnit 2']) {
  const file = pdf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] ${unit} /Resources << >> /Contents 4 0 R >>`,
    stream('', '20 20 100 50 re f'),
  );
  const page = await (await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise).getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const { originalWidth, originalHeight } = (await library.loadDocument(new Uint8Array(file))).getPage(0).getOriginalSize();
  console.log(`${unit || 'no unit'}: PDF.js ${width} x ${height}, PDFium ${originalWidth} x ${originalHeight}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
no unit: PDF.js 200 x 100, PDFium 200 x 100
/UserUnit 1: PDF.js 200 x 100, PDFium 200 x 100
/UserUnit 2: PDF.js 400 x 200, PDFium 200 x 100
SEEN
