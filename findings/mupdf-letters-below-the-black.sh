#!/usr/bin/env bash
# Versions: mupdf 1.28.1 (Node 24.21.0).
# Guess:    lines that lie wholly in a box that is made black for good (`applyRedactions`, by default `REDACT_LINE_ART_REMOVE_IF_COVERED`) are taken out of the
#           file: the letters of a CAD program (SHX) are such lines.
# Seen:     they stay in the file, below the black, unless the box is larger than they are by ten times the thickness of the line on each side (the miter
#           limit is 10): of 0.5 pt with a margin of 4 pt the letter is there, with 6 pt it is gone; of 1 pt it is there with 9 pt. So it is for a line
#           without a corner. With round corners (`1 j`), as filled shapes and with `REMOVE_IF_TOUCHED` they are gone. Nothing says so.
# Matters:  a name or an amount that was drawn by a CAD program, and made black by a box as tight as one draws it, is read by whoever takes the black away.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 mupdf@1.28.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import * as mupdf from 'mupdf';

const pdf = (...objects) => {
  let file = '%PDF-1.7\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  return Buffer.from(`${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
};
/** Returns whether the drawing, which reaches from 40 to 60, is in the file after a box with that margin was made black. */
const isLeft = (drawing, margin, lineArt) => {
  const document = mupdf.Document.openDocument(
    pdf(
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Resources << >> /Contents 4 0 R >>',
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ),
    'application/pdf',
  );
  const page = document.loadPage(0);
  page.createAnnotation('Redact').setRect([40 - margin, 40 - margin, 60 + margin, 60 + margin]);
  if (lineArt === undefined) page.applyRedactions();
  else page.applyRedactions(true, mupdf.PDFPage.REDACT_IMAGE_PIXELS, lineArt);
  // Drawn without the black, the part of the page that was covered shows what is left.
  const contents = page.getObject().get('Contents');
  const streams = contents.isArray() ? Array.from({ length: contents.length }, (_, index) => contents.get(index)) : [contents];
  return streams.some((stream) => /40 40 m|50 60 l|60 40 l/.test(stream.readStream().asString()));
};
const letter = '40 40 m 50 60 l 60 40 l';
const drawings = {
  'letter of 0.5 pt': `0.5 w ${letter} S`,
  'letter of 1 pt': `1 w ${letter} S`,
  'line of 1 pt': '1 w 40 40 m 60 60 l S',
  'letter of 1 pt, round': `1 w 1 j ${letter} S`,
  'letter, filled': `${letter} f`,
};
for (const [name, drawing] of Object.entries(drawings)) {
  console.log(`${name}: ${[1, 4, 6, 9, 12].map((margin) => `${margin} pt ${isLeft(drawing, margin) ? 'left' : 'gone'}`).join(', ')}`);
}
const touched = mupdf.PDFPage.REDACT_LINE_ART_REMOVE_IF_TOUCHED;
console.log(`letter of 1 pt, REMOVE_IF_TOUCHED: 1 pt ${isLeft(drawings['letter of 1 pt'], 1, touched) ? 'left' : 'gone'}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
letter of 0.5 pt: 1 pt left, 4 pt left, 6 pt gone, 9 pt gone, 12 pt gone
letter of 1 pt: 1 pt left, 4 pt left, 6 pt left, 9 pt left, 12 pt gone
line of 1 pt: 1 pt left, 4 pt left, 6 pt left, 9 pt left, 12 pt gone
letter of 1 pt, round: 1 pt gone, 4 pt gone, 6 pt gone, 9 pt gone, 12 pt gone
letter, filled: 1 pt gone, 4 pt gone, 6 pt gone, 9 pt gone, 12 pt gone
letter of 1 pt, REMOVE_IF_TOUCHED: 1 pt gone
SEEN
