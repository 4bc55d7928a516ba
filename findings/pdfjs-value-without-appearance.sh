#!/usr/bin/env bash
# Versions: pdfjs-dist 6.5.438 with @napi-rs/canvas 1.1.1, @hyzyla/pdfium 2.1.13 (Node 24.21.0).
# Guess:    a text field with a value (/V) and no appearance is drawn with its value by the default, `AnnotationMode.ENABLE`, as PDFium
#           (`FPDF_FFLDraw`) draws it.
# Seen:     it is drawn empty, with ENABLE and with ENABLE_STORAGE. With ENABLE_STORAGE the value is drawn once `annotationStorage` was told
#           to set it to what it is already (`fieldValue`). If the form has /NeedAppearances true it is drawn in any case.
# Matters:  pictures of forms that were filled by a program show no values, although `getAnnotations` gives them.
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
import { AnnotationMode, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
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
const isDrawn = (pixels) => pixels.some((value, index) => index % 4 === 1 && value < 128);
for (const need of [false, true]) {
  const file = pdf(
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /NeedAppearances ${need} /DA (/Helv 12 Tf 0 g)
    /DR << /Font << /Helv 5 0 R >> >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Resources << >> /Annots [4 0 R] >>',
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (R-2) /DA (/Helv 12 Tf 0 g) /F 4 /P 3 0 R /Rect [10 40 150 60] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  );
  for (const mode of ['ENABLE', 'ENABLE_STORAGE']) {
    for (const isSet of [false, true]) {
      const options = { standardFontDataUrl: './node_modules/pdfjs-dist/standard_fonts/', verbosity: 0 };
      const pdfDocument = await getDocument({ data: new Uint8Array(file), ...options }).promise;
      const page = await pdfDocument.getPage(1);
      const [{ id, fieldValue }] = await page.getAnnotations();
      if (isSet) pdfDocument.annotationStorage.setValue(id, { value: fieldValue });
      const canvas = createCanvas(200, 100);
      await page.render({ canvas, viewport: page.getViewport({ scale: 1 }), annotationMode: AnnotationMode[mode] }).promise;
      const drawn = isDrawn(canvas.getContext('2d').getImageData(0, 0, 200, 100).data);
      console.log(`NeedAppearances ${need}, ${mode}, ${isSet ? 'set to' : 'has'} ${fieldValue}: ${drawn ? 'drawn' : 'empty'}`);
    }
  }
  const page = (await library.loadDocument(new Uint8Array(file))).getPage(0);
  const { data } = await page.render({ scale: 1, render: 'bitmap', renderFormFields: true });
  console.log(`NeedAppearances ${need}, PDFium: ${isDrawn(data) ? 'drawn' : 'empty'}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
NeedAppearances false, ENABLE, has R-2: empty
NeedAppearances false, ENABLE, set to R-2: empty
NeedAppearances false, ENABLE_STORAGE, has R-2: empty
NeedAppearances false, ENABLE_STORAGE, set to R-2: drawn
NeedAppearances false, PDFium: drawn
NeedAppearances true, ENABLE, has R-2: drawn
NeedAppearances true, ENABLE, set to R-2: drawn
NeedAppearances true, ENABLE_STORAGE, has R-2: drawn
NeedAppearances true, ENABLE_STORAGE, set to R-2: drawn
NeedAppearances true, PDFium: drawn
SEEN
