#!/usr/bin/env bash
# Versions: pdfkit 0.20.2, jspdf 4.2.1, pdfjs-dist 6.5.438 to read (Node 24.21.0).
# Guess:    a text with signs that the usual fonts of a PDF do not have, such as the marks of feet and inches (3′-0″), ≤ or ⅜, is refused, or
#           has "?" or nothing in their place.
# Seen:     both write the two bytes of such a sign as two letters: of 3′-0″ they make "3 2-0 3", of 5′-4″ "5 2-4 3", of "≤ 2" `"d 2`, and of ⅜ `!\`
#           (below, spaces are left out). Nothing is said. What Windows has (“ ” – ½ €) is right, and so is 3'-0" with the marks of a keyboard.
# Matters:  measures in a report, a seal or a letter are other numbers, which look like numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdfkit@0.20.2 jspdf@4.2.1 pdfjs-dist@6.5.438
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { buffer } from 'node:stream/consumers';
import { jsPDF } from 'jspdf';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PDFDocument from 'pdfkit';

async function textOf(pdf) {
  const page = await (await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise).getPage(1);
  const { items } = await page.getTextContent();
  return items.map(({ str }) => str).join('').replaceAll(' ', '');
}
function byPdfkit(text) {
  const document = new PDFDocument();
  document.text(text);
  document.end();
  return buffer(document);
}
for (const text of ['“½” – €', `3'-0"`, '3′-0″', '5′-4″', '≤ 2', '⅜'])
  console.log(`${text}: pdfkit ${await textOf(await byPdfkit(text))}, jspdf ${await textOf(new jsPDF().text(text, 10, 10).output('arraybuffer'))}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
“½” – €: pdfkit “½”–€, jspdf “½”–€
3'-0": pdfkit 3'-0", jspdf 3'-0"
3′-0″: pdfkit 32-03, jspdf 32-03
5′-4″: pdfkit 52-43, jspdf 52-43
≤ 2: pdfkit "d2, jspdf "d2
⅜: pdfkit !\, jspdf !\
SEEN
