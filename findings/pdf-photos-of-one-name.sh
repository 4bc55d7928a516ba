#!/usr/bin/env bash
# Versions: pdf-lib 1.17.1, pdfjs-dist 6.5.438 and mupdf 1.28.1 to read (Node 24.21.0).
# Guess:    two files of one name that are attached to a document (`attach`) are both listed where it is opened; or the second one is refused.
# Seen:     all are in the file, under one key of its list, which has to have each key once (ISO 32000, 7.9.6). PDF.js and mupdf list
#           that name once, and open the last of them. Nothing fails.
# Matters:  a phone names its photos `image.jpg`, all of them: of the photos that were attached to a report, the client sees one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdf-lib@1.17.1 pdfjs-dist@6.5.438 mupdf@1.28.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import * as mupdf from 'mupdf';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const report = await PDFDocument.create();
report.addPage();
const photos = { roof: 'image.jpg', panel: 'image.jpg', meter: 'image.jpg', gate: 'gate.jpg' };
for (const [content, name] of Object.entries(photos)) await report.attach(Buffer.from(content), name);
const file = await report.save();
const opened = await getDocument({ data: file.slice(), verbosity: 0 }).promise;
for (const name of (await opened.getAttachments()).keys()) {
  console.log(`PDF.js ${name}: ${Buffer.from(await opened.getAttachmentContent(name))}`);
}
const read = mupdf.Document.openDocument(file, 'application/pdf');
for (const [name, one] of Object.entries(read.getEmbeddedFiles())) console.log(`mupdf ${name}: ${read.getEmbeddedFileContents(one).asString()}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
PDF.js image.jpg: meter
PDF.js gate.jpg: gate
mupdf image.jpg: meter
mupdf gate.jpg: gate
SEEN
