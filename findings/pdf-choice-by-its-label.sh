#!/usr/bin/env bash
# Versions: pdf-lib 1.17.1, mupdf 1.28.1 beside it, pdfjs-dist 6.5.438 to read (Node 24.21.0).
# Guess:    of a list in a form whose items have a value and a label (`/Opt [[(C) (Concrete)] …]`, ISO 32000, 12.7.5.4), `select('Steel')` writes the
#           value "S" into /V; and of a form that was filled so, "Steel" is selected.
# Seen:     pdf-lib takes the label for the value. It writes "Steel", which for PDF.js is none of the values of the list; of the other form it has "S"
#           selected, which is none of its own `getOptions()`. `setChoiceValue('Steel')` of mupdf writes the label as well.
# Matters:  who collects the answers of a permit form reads "Steel" of some and "S" of others, the same answer; a form that was filled by pdf-lib has
#           an answer that its own list does not have.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdf-lib@1.17.1 mupdf@1.28.1 pdfjs-dist@6.5.438
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import * as mupdf from 'mupdf';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const document = await PDFDocument.create();
const list = document.getForm().createDropdown('frame');
list.addToPage(document.addPage([200, 200]), { width: 80, height: 20 });
const items = { C: 'Concrete', S: 'Steel' };
const pairs = Object.entries(items).map((pair) => pair.map((text) => PDFString.of(text)));
list.acroField.dict.set(PDFName.of('Opt'), document.context.obj(pairs));
const form = await document.save();
async function change(alter) {
  const copy = await PDFDocument.load(form);
  alter(copy.getForm().getDropdown('frame'));
  return copy.save();
}
async function valueOf(pdf) {
  const page = await (await getDocument({ data: pdf.slice(), verbosity: 0 }).promise).getPage(1);
  const [{ fieldValue, options }] = await page.getAnnotations();
  return `${fieldValue} of ${options.map(({ exportValue }) => exportValue)}`;
}
const byMupdf = mupdf.Document.openDocument(form, 'application/pdf');
byMupdf.loadPage(0).getWidgets()[0].setChoiceValue('Steel');
console.log(`selected by pdf-lib: ${await valueOf(await change((field) => field.select('Steel')))}`);
console.log(`selected by mupdf: ${await valueOf(byMupdf.saveToBuffer().asUint8Array())}`);
const filled = await change((field) => field.acroField.dict.set(PDFName.of('V'), PDFString.of('S')));
const read = (await PDFDocument.load(filled)).getForm().getDropdown('frame');
console.log(`filled: ${await valueOf(filled)}, read by pdf-lib: ${read.getSelected()} of ${read.getOptions()}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
selected by pdf-lib: Steel of C,S
selected by mupdf: Steel of C,S
filled: S of C,S, read by pdf-lib: S of Concrete,Steel
SEEN
