#!/usr/bin/env bash
# Versions: jspdf 4.2.1 (Node 24.21.0), sharp 0.35.5 to make the pictures, mupdf 1.28.1 to look.
# Guess:    pictures that are put on a page (`addImage`) are all there; only those that are the same, byte for byte, or have the same `alias`, are stored once.
# Seen:     without an alias, pictures of one length count as the same where the first halves of their bytes or pixels are: of two signatures (`RGBA`, as a
#           canvas gives them) that are blank above, the second is the first one again; and of red, green and blue squares for a legend, small PNGs or
#           JPEGs, all three are red. With an alias for each, or as data URLs, they are right. Nothing is said.
# Matters:  a report is signed twice by one person, or every job in a list has the color of the first, in a file that looks right at a glance.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 jspdf@4.2.1 sharp@0.35.5 mupdf@1.28.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { jsPDF } from 'jspdf';
import * as mupdf from 'mupdf';
import sharp from 'sharp';

/** Puts pictures of 100 by 60 one below the other, and returns the pixels of each as they are drawn. */
const draw = (format, pictures, aliases = []) => {
  const document = new jsPDF({ unit: 'pt', format: [100, 60 * pictures.length] });
  for (const [index, picture] of pictures.entries()) document.addImage(picture, format, 0, index * 60, 100, 60, aliases[index]);
  const page = mupdf.Document.openDocument(document.output('arraybuffer'), 'application/pdf').loadPage(0);
  const pixels = page.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false, true).getPixels();
  return pictures.map((_, index) => pixels.slice(index * 18000, (index + 1) * 18000));
};
/** Returns the pixels of a signature, as a canvas gives them: a line on the lower half. */
const signature = (line) => {
  const data = new Uint8ClampedArray(100 * 60 * 4).fill(255);
  for (let x = 0; x < 100; x += 1) for (const y of [0, 1, 2]) data.set([0, 0, 0], ((Math.round(line(x)) + y) * 100 + x) * 4);
  return { data, width: 100, height: 60 };
};
const signatures = [signature((x) => 45 + 8 * Math.sin(x / 6)), signature((x) => 55 - x / 6)];
for (const [name, aliases] of [['two signatures', []], ['with an alias for each', ['Ada', 'Bob']]]) {
  const [first, second] = draw('RGBA', signatures, aliases);
  console.log(`${name}: the second one is ${first.join() === second.join() ? 'the first one again' : 'there'}`);
}
const colors = ['#c00000', '#00a000', '#0000c0'];
const nameOf = ([red, green, blue]) => (red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue');
for (const format of ['PNG', 'JPEG']) {
  const type = format.toLowerCase();
  const square = (background) => sharp({ create: { width: 16, height: 16, channels: 3, background } }).toFormat(type).toBuffer();
  const pictures = await Promise.all(colors.map(square));
  const urls = pictures.map((bytes) => `data:image/${type};base64,${bytes.toString('base64')}`);
  const show = (...drawing) => draw(format, ...drawing).map((pixels) => nameOf(pixels.slice(9150))).join(', ');
  console.log(`three squares, ${format}: ${show(pictures)}; data URLs: ${show(urls)}; with an alias for each: ${show(pictures, colors)}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
two signatures: the second one is the first one again
with an alias for each: the second one is there
three squares, PNG: red, red, red; data URLs: red, green, blue; with an alias for each: red, green, blue
three squares, JPEG: red, red, red; data URLs: red, green, blue; with an alias for each: red, green, blue
SEEN
