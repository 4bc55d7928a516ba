#!/usr/bin/env bash
# Versions: mupdf 1.28.1, pdf-lib 1.17.1 to make the form (Node 24.21.0).
# Guess:    where a box is made black for good (`applyRedactions`), all that stands in it is gone: text, a remark that is drawn on the sheet, the value
#           of a field, and a note behind a sign.
# Seen:     text and remark are gone. The field is not: it stands on the black as before, and so does the sign with its note; who opens the file reads
#           both. Nothing says so.
# Matters:  a permit form that was filled and then blackened for the public shows the gate code, or the number of an account, that was to be hidden.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 mupdf@1.28.1 pdf-lib@1.17.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import * as mupdf from 'mupdf';
import { PDFDocument } from 'pdf-lib';

const form = await PDFDocument.create();
const sheet = form.addPage([300, 100]);
sheet.drawText('Typed 4471', { x: 20, y: 70, size: 12 });
const field = form.getForm().createTextField('Gate code');
field.setText('Filled 4471');
field.addToPage(sheet, { x: 20, y: 20, width: 120, height: 20, borderWidth: 0 });

const document = mupdf.Document.openDocument(await form.save(), 'application/pdf');
const page = document.loadPage(0);
function annotate(type, rect, words) {
  const annotation = page.createAnnotation(type);
  annotation.setRect(rect);
  if (words) annotation.setContents(words);
  annotation.update();
}
function show(what, page) {
  const pixels = page.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceGray, false, true).getPixels();
  const white = pixels.filter((_, at) => at % 300 >= 20 && at % 300 < 140 && at >= 60 * 300 && at < 80 * 300).filter((tone) => tone > 200).length;
  console.log(`${what}: text ${page.toStructuredText().asText().trim() || '-'}, fields ${page.getWidgets().map((one) => one.getValue())}`);
  console.log(`  ${page.getAnnotations().map((one) => one.getContents())}; white at the field: ${white > 1500}`);
}
annotate('FreeText', [150, 60, 280, 90], 'Drawn 4471');
annotate('Text', [160, 10, 180, 30], 'Noted 4471');
show('before', page);
annotate('Redact', [0, 0, 300, 100]);
page.applyRedactions(true);
show('after', mupdf.Document.openDocument(document.saveToBuffer('garbage=compact').asUint8Array(), 'application/pdf').loadPage(0));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
before: text Typed 4471, fields Filled 4471
  Drawn 4471,Noted 4471; white at the field: true
after: text -, fields Filled 4471
  Noted 4471; white at the field: true
SEEN
