#!/usr/bin/env bash
# Versions: @signpdf/placeholder-plain 3.3.0, pdf-lib 1.17.1 to make the form, pdfjs-dist 6.5.438 and mupdf 1.28.1 to read it (Node 24.21.0).
# Guess:    a place for a signature that is added to a document with a form ("to be used on any PDF") is one more field of the form, and the others
#           stay, as they do after a second and third signature.
# Seen:     a sheet without a form can be signed again and again. A form is looked for by a /Type that ISO 32000 (12.7.3) does not give it, and pdf-lib
#           writes none: its list of fields becomes what stands in other places of the file (`/Fields [f 2415 %%E 0 R …`), and no reader has a field
#           any more, neither those of the form nor that of the signature. Nothing fails. @signpdf/placeholder-pdf-lib keeps all.
# Matters:  a permit form that was filled and sealed counts as not signed, and as a form without fields, in every program that reads them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @signpdf/placeholder-plain@3.3.0 @signpdf/placeholder-pdf-lib@3.3.0
npm install --silent --no-audit --no-fund pdf-lib@1.17.1 pdfjs-dist@6.5.438 mupdf@1.28.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { pdflibAddPlaceholder } from '@signpdf/placeholder-pdf-lib';
import { plainAddPlaceholder } from '@signpdf/placeholder-plain';
import * as mupdf from 'mupdf';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const options = { reason: 'Sealed', contactInfo: '', name: 'Ana', location: '', signingTime: new Date(0), signatureLength: 64 };
const asBuffer = async (document) => Buffer.from(await document.save({ useObjectStreams: false }));
const sign = (pdfBuffer) => plainAddPlaceholder({ pdfBuffer, ...options });
async function sheet(...fields) {
  const document = await PDFDocument.create();
  const page = document.addPage([200, 200]);
  for (const [at, name] of fields.entries()) document.getForm().createTextField(name).addToPage(page, { y: 40 * at, width: 80, height: 20 });
  return document;
}
async function fieldsOf(pdf) {
  const list = mupdf.Document.openDocument(pdf, 'application/pdf').getTrailer().get('Root', 'AcroForm', 'Fields');
  const byMupdf = Array.from({ length: list.length }, (_, at) => list.get(at).get('T').asString());
  const fields = await (await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise).getFieldObjects();
  return `${byMupdf.filter(Boolean).join(', ') || 'none'} (mupdf), ${[...(fields?.keys() ?? [])].join(', ') || 'none'} (PDF.js)`;
}
const form = await asBuffer(await sheet('owner', 'lot'));
const other = await sheet('owner', 'lot');
pdflibAddPlaceholder({ pdfDoc: other, ...options });
const plain = sign(await asBuffer(await sheet()));
console.log(`sheet, signed: ${await fieldsOf(plain)}`);
console.log(`sheet, signed twice: ${await fieldsOf(sign(plain))}`);
console.log(`form: ${await fieldsOf(form)}`);
console.log(`form, signed: ${await fieldsOf(sign(form))}`);
console.log(`form, signed with placeholder-pdf-lib: ${await fieldsOf(await asBuffer(other))}`);
JS
node try.mjs 2>/dev/null | tee seen
diff seen - <<'SEEN'
sheet, signed: Signature1 (mupdf), Signature1 (PDF.js)
sheet, signed twice: Signature1, Signature2 (mupdf), Signature1, Signature2 (PDF.js)
form: owner, lot (mupdf), owner, lot (PDF.js)
form, signed: none (mupdf), none (PDF.js)
form, signed with placeholder-pdf-lib: owner, lot, Signature1 (mupdf), owner, lot, Signature1 (PDF.js)
SEEN
