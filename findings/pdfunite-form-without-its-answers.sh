#!/usr/bin/env bash
# Versions: pdfunite of Poppler 22.12 (poppler-utils of Debian 12), pdf-lib 1.17.1 to make the forms, mupdf 1.28.1 and pdfjs-dist 6.5.438 to read (Node 24.21.0).
# Guess:    forms that were filled and are put into one document have their fields and answers there, under other names where two are equal; or they are flat
#           pages.
# Seen:     of forms as pdf-lib writes them, where a field and the place that shows it are two objects (ISO 32000, 12.5.6.19), the fields are gone: PDF.js
#           and mupdf have places without a name and an answer, and pdf-lib fails on a list that points at nothing. The pages still show what was typed, and
#           pdfunite says nothing. Where the two are one object, all is kept; two of one name have two answers, of which there may be one (12.7.3.2).
# Matters:  what clients filled in is in no import and no search any more, the next program that fills the form fails, and on paper all is there.
set -euo pipefail
command -v pdfunite >/dev/null || apt-get install -y poppler-utils >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdf-lib@1.17.1 mupdf@1.28.1 pdfjs-dist@6.5.438
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as mupdf from 'mupdf';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const byPdfLib = async (name, answer) => {
  const document = await PDFDocument.create();
  const field = document.getForm().createTextField(name);
  field.setText(answer);
  field.addToPage(document.addPage([300, 200]), { x: 20, y: 100, width: 100, height: 20 });
  return document.save();
};
const pdf = (...objects) => {
  let file = '%PDF-1.7\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  return Buffer.from(`${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
};
const asOne = (name, answer) =>
  pdf(
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << >> /Annots [4 0 R] >>',
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${answer}) /DA (/Helv 10 Tf) /F 4 /Rect [20 100 120 120] /P 3 0 R >>`,
  );
for (const [what, make] of Object.entries({ 'two objects (pdf-lib)': byPdfLib, 'one object': asOne })) {
  for (const second of ['client', 'job']) {
    writeFileSync('1.pdf', await make('job', '1045'));
    writeFileSync('2.pdf', await make(second, 'Ada Roe'));
    execFileSync('pdfunite', ['1.pdf', '2.pdf', 'both.pdf']);
    const bytes = readFileSync('both.pdf');
    const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const pages = [await document.getPage(1), await document.getPage(2)];
    const byPdfjs = (await Promise.all(pages.map((page) => page.getAnnotations()))).flat().map(({ fieldName, fieldValue }) => `"${fieldName}": ${fieldValue}`);
    const opened = mupdf.Document.openDocument(bytes, 'application/pdf');
    const byMupdf = [0, 1].flatMap((index) => opened.loadPage(index).getWidgets().map((widget) => `"${widget.getName()}": ${widget.getValue()}`));
    const read = await PDFDocument.load(bytes);
    let byPdfLibAgain;
    try {
      byPdfLibAgain = read.getForm().getFields().map((field) => `"${field.getName()}": ${field.getText()}`);
    } catch ({ message }) {
      byPdfLibAgain = [message];
    }
    console.log(`job and ${second}, ${what}:`);
    console.log(`  PDF.js ${byPdfjs.join(', ')}; mupdf ${byMupdf.join(', ') || 'none'}; pdf-lib ${byPdfLibAgain.join(', ')}`);
  }
}
process.exit();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
job and client, two objects (pdf-lib):
  PDF.js "": null, "": null; mupdf "": , "": ; pdf-lib Expected instance of PDFDict, but got instance of undefined
job and job, two objects (pdf-lib):
  PDF.js "": null, "": null; mupdf "": , "": ; pdf-lib Expected instance of PDFDict, but got instance of undefined
job and client, one object:
  PDF.js "job": 1045, "client": Ada Roe; mupdf "job": 1045, "client": Ada Roe; pdf-lib "job": 1045, "client": Ada Roe
job and job, one object:
  PDF.js "job": 1045, "job": Ada Roe; mupdf "job": 1045, "job": Ada Roe; pdf-lib "job": 1045, "job": Ada Roe
SEEN
