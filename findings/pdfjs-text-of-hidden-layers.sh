#!/usr/bin/env bash
# Versions: pdfjs-dist 6.5.438 (Node 24.21.0).
# Guess:    `getTextContent()` has the words of the page as it is shown; or, with `includeMarkedContent`, says of each piece to which layer
#           (optional content group) it belongs, as `getOperatorList()` does.
# Seen:     the words of a layer that is off by default are among the others. With `includeMarkedContent` both layers begin with the same
#           item: tag "OC", id null (ids are those of tagged PDF only). `getOperatorList()` has the groups, but no words.
# Matters:  a search finds, and marks on blank paper, what the drawing does not show: in plans, what was demolished, or another variant.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdfjs-dist@6.5.438
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
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
const file = pdf(
  '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R 7 0 R] /D << /Order [6 0 R 7 0 R] /OFF [7 0 R] >> >> >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R
  /Resources << /Font << /F 5 0 R >> /Properties << /New 6 0 R /Old 7 0 R >> >> >>`,
  stream('', '/OC /New BDC BT /F 20 Tf 10 70 Td (built) Tj ET EMC /OC /Old BDC BT /F 20 Tf 10 30 Td (demolished) Tj ET EMC'),
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  '<< /Type /OCG /Name (New) >>',
  '<< /Type /OCG /Name (Old) >>',
);
const pdfDocument = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
const page = await pdfDocument.getPage(1);
for (const [id, { name, visible }] of await pdfDocument.getOptionalContentConfig()) console.log('layer', id, name, visible ? 'on' : 'off');
for (const { type, tag, id, str } of (await page.getTextContent({ includeMarkedContent: true })).items) {
  if (str || tag) console.log('text:', str ?? `${type} ${tag} ${id}`);
}
const { fnArray, argsArray } = await page.getOperatorList();
for (const [index, fn] of fnArray.entries()) {
  if (fn === OPS.beginMarkedContentProps) console.log('instructions:', argsArray[index][0], argsArray[index][1].id);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
layer 6R New on
layer 7R Old off
text: beginMarkedContentProps OC null
text: built
text: beginMarkedContentProps OC null
text: demolished
instructions: OC 6R
instructions: OC 7R
SEEN
