#!/usr/bin/env bash
# Versions: mupdf 1.28.1 (Node 24.21.0).
# Guess:    on a page that is turned (`/Rotate 90`), what is put on it stands upright as one sees the page, in the rectangle that was set (`setRect`, in the
#           coordinates of the page as it is shown): a text (`FreeText`), a picture such as a seal (`setStampImage`) and a stamp "Approved" (`setIcon`).
# Seen:     the text does. The seal is in its rectangle, but lies on its side, stretched to twice its width and squeezed to half its height; at 180 it is upside
#           down. The stamp lies as well, and is made as small as to fit in so: 10 wide and 40 high in a rectangle of 160 by 40. Nothing fails.
# Matters:  most plans are turned pages: the seal of an engineer on them is not legible, and one page that is not turned shows nothing of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 mupdf@1.28.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import * as mupdf from 'mupdf';

const pdf = (...objects) => {
  let file = '%PDF-1.7\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  return Buffer.from(`${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
};
/** Returns where the page has pixels of a color, as "width x height at x, y". */
const find = (pixels, isColor) => {
  const found = [];
  for (let index = 0; index < pixels.length; index += 3) if (isColor(pixels[index], pixels[index + 2])) found.push(index / 3);
  const [xs, ys] = [found.map((each) => each % 200), found.map((each) => Math.floor(each / 200))];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return `${Math.max(...xs) - left + 1} x ${Math.max(...ys) - top + 1} at ${left}, ${top}`;
};
// The seal is 40 wide and 20 high, red on the left and blue on the right.
const picture = new mupdf.Pixmap(mupdf.ColorSpace.DeviceRGB, [0, 0, 40, 20], false);
const pixels = picture.getPixels();
for (let index = 0; index < pixels.length; index += 3) pixels.set((index / 3) % 40 < 20 ? [255, 0, 0] : [0, 0, 255], index);
const seal = new mupdf.Image(picture.asPNG());
for (const turned of [0, 90, 180]) {
  const page = () => {
    const sheet = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Rotate ${turned} /Resources << >> >>`;
    return mupdf.Document.openDocument(pdf('<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', sheet), 'application/pdf').loadPage(0);
  };
  const put = (type, rectangle, fill) => {
    const target = page();
    const annotation = target.createAnnotation(type);
    annotation.setRect(rectangle);
    fill(annotation);
    annotation.update();
    return target.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false, true).getPixels();
  };
  const withSeal = put('Stamp', [20, 60, 180, 140], (annotation) => annotation.setStampImage(seal));
  console.log(`${turned}: seal: red ${find(withSeal, (red, blue) => red > 200 && blue < 80)}, blue ${find(withSeal, (red, blue) => red < 80 && blue > 200)}`);
  const withText = put('FreeText', [20, 60, 180, 80], (annotation) => {
    annotation.setContents('APPROVED');
    annotation.setDefaultAppearance('Helv', 12, [0]);
  });
  const withStamp = put('Stamp', [20, 60, 180, 100], (annotation) => annotation.setIcon('Approved'));
  console.log(`  text ${find(withText, (red) => red < 128)}; stamp ${find(withStamp, (red, blue) => red > 128 && blue < 128)}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
0: seal: red 80 x 80 at 20, 60, blue 80 x 80 at 100, 60
  text 66 x 9 at 20, 61; stamp 151 x 38 at 24, 61
90: seal: red 160 x 40 at 20, 60, blue 160 x 40 at 20, 100
  text 66 x 9 at 20, 61; stamp 10 x 40 at 95, 60
180: seal: red 80 x 80 at 100, 60, blue 80 x 80 at 20, 60
  text 66 x 9 at 20, 61; stamp 151 x 38 at 25, 61
SEEN
