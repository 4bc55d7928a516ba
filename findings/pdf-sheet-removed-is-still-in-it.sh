#!/usr/bin/env bash
# Versions: pdf-lib 1.17.1, mupdf 1.28.1 beside it (Node 24.21.0).
# Guess:    a sheet that is removed from a set (`removePage`, `deletePage`) is not in the file that is saved; and a sheet that is copied into a
#           document of its own (`copyPages`) is there alone.
# Seen:     both keep the removed sheet in the file: it has one page less, and all its bytes; mupdf leaves it out only with `garbage`. A sheet that
#           links to another one, as an index of sheets does, brings that sheet along in pdf-lib: it is no page of the copy, but all of it is there.
#           `graftPage` of mupdf takes the sheet alone.
# Matters:  what was taken out before a set went to a client, such as a price or another client's sheet, is in the file for whoever looks inside,
#           or repairs it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdf-lib@1.17.1 mupdf@1.28.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { inflateSync } from 'node:zlib';
import * as mupdf from 'mupdf';
import { PDFDocument, PDFName } from 'pdf-lib';

const sheets = ['INDEX', 'PRICE', 'DETAIL'];
const set = await PDFDocument.create();
for (const sheet of sheets) set.addPage([200, 200]).drawText(sheet);
const [index, , detail] = set.getPages();
index.node.set(PDFName.of('Annots'), set.context.obj([{ Subtype: 'Link', Rect: [0, 0, 9, 9], Dest: [detail.ref, 'Fit'] }]));
const bytes = await set.save();
function within(pdf) {
  const file = Buffer.from(pdf).toString('latin1');
  const streams = [...file.matchAll(/(FlateDecode[^>]*>>\s*)?stream\r?\n(.*?)\r?\nendstream/gs)].map(([, isPacked, data]) =>
    isPacked ? inflateSync(Buffer.from(data, 'latin1')).toString() : data,
  );
  const codes = (sheet) => Buffer.from(sheet).toString('hex').toUpperCase();
  return sheets.filter((sheet) => streams.some((stream) => stream.includes(codes(sheet)))).join(' ');
}
const removed = await PDFDocument.load(bytes);
removed.removePage(1);
console.log(`pdf-lib, removed: ${removed.getPageCount()} pages, within ${within(await removed.save())}`);
const copy = await PDFDocument.create();
copy.addPage((await copy.copyPages(await PDFDocument.load(bytes), [0]))[0]);
console.log(`pdf-lib, copied: ${copy.getPageCount()} page, within ${within(await copy.save())}`);
for (const option of ['', 'garbage']) {
  const deleted = mupdf.Document.openDocument(bytes, 'application/pdf');
  deleted.deletePage(1);
  console.log(`mupdf, deleted, "${option}": ${deleted.countPages()} pages, within ${within(deleted.saveToBuffer(option).asUint8Array())}`);
}
const grafted = new mupdf.PDFDocument();
grafted.graftPage(0, mupdf.Document.openDocument(bytes, 'application/pdf'), 0);
console.log(`mupdf, grafted: ${grafted.countPages()} page, within ${within(grafted.saveToBuffer('').asUint8Array())}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
pdf-lib, removed: 2 pages, within INDEX PRICE DETAIL
pdf-lib, copied: 1 page, within INDEX DETAIL
mupdf, deleted, "": 2 pages, within INDEX PRICE DETAIL
mupdf, deleted, "garbage": 2 pages, within INDEX DETAIL
mupdf, grafted: 1 page, within INDEX
SEEN
