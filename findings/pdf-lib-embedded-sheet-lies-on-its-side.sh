#!/usr/bin/env bash
# Versions: pdf-lib 1.17.1 (Node 24.21.0), @hyzyla/pdfium 2.1.13 to draw.
# Guess:    a page that is put on another one (`embedPdf`, `drawPage`), as for a title block, a cover or two sheets on one, looks as it does by
#           itself: turned by its /Rotate, and cut by its /CropBox.
# Seen:     it is neither. A sheet that is shown 200 wide and 200 high, its red corner at the top left, is put there 400 wide and 200 high, with the
#           red corner at the bottom left, as it was before it was turned, and with the blue one that was cut off.
# Matters:  most plans are turned pages: on the stamped set they lie on their side, and show what was cropped away, which may be what the client
#           should not see.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdf-lib@1.17.1 @hyzyla/pdfium@2.1.13
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { degrees, PDFDocument, rgb } from 'pdf-lib';

const sheet = await PDFDocument.create();
const page = sheet.addPage([400, 200]);
page.drawRectangle({ x: 0, y: 0, width: 100, height: 50, color: rgb(1, 0, 0) });
page.drawRectangle({ x: 300, y: 150, width: 100, height: 50, color: rgb(0, 0, 1) });
page.setCropBox(0, 0, 200, 200);
page.setRotation(degrees(90));

const set = await PDFDocument.create();
const [embedded] = await set.embedPdf(await sheet.save());
set.addPage([embedded.width, embedded.height]).drawPage(embedded);

const pdfium = await PDFiumLibrary.init();
for (const [name, file] of [['by itself', sheet], ['on another page', set]]) {
  const document = await pdfium.loadDocument(await file.save());
  const { width, height, data } = await document.getPage(0).render({ scale: 1, render: 'bitmap' });
  const colorAt = (x, y) => {
    const [one, green, other] = data.subarray(4 * (y * width + x));
    return green === 255 ? 'white' : one > other ? 'red' : 'blue';
  };
  console.log(`${name}: ${width} x ${height}`);
  for (const y of [10, height - 10]) console.log(colorAt(10, y).padEnd(8), colorAt(width - 10, y));
  document.destroy();
}
pdfium.destroy();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
by itself: 200 x 200
red      white
white    white
on another page: 400 x 200
white    blue
red      white
SEEN
