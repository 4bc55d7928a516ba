#!/usr/bin/env bash
# Versions: zxing-wasm 3.1.6, pictures drawn by sharp 0.35.5 (Node 24.21.0).
# Guess:    `text` is what the code holds: of a shipping label by GS1 "420", the zip code, the separator U+001D and "92…".
# Seen:     by default it is what is printed below a label for people: "(420)00926(92)…", with parentheses that are in no code; and control
#           characters of other codes stand there as signs that can be seen, "␞". With `textMode: 'Plain'` it is what the code holds. UPC-A
#           is read as EAN-13, with a zero before it, in both.
# Matters:  a tracking number that is scanned is another one than that which is typed, and is found nowhere.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 zxing-wasm@3.1.6 sharp@0.35.5
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes, writeBarcode } from 'zxing-wasm/full';
const { buffer } = Uint8Array.from(readFileSync('node_modules/zxing-wasm/dist/full/zxing_full.wasm'));
prepareZXingModule({ overrides: { wasmBinary: buffer } });
const codes = [
  ['DataMatrix', '(420)00926(92)55590164917312', 'gs1'],
  ['DataMatrix', '[)>\u001e01\u001d96', ''],
  ['UPCA', '036000291452', ''],
];
for (const [format, text, options] of codes) {
  const { image } = await writeBarcode(text, { format, options, scale: 4 });
  const picture = sharp(await image.arrayBuffer()).flatten({ background: 'white' }).toColourspace('srgb').ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  for (const textMode of [undefined, 'Plain']) {
    const [found] = await readBarcodes(pixels, textMode && { textMode });
    console.log(`${format}, ${textMode ?? 'default'}: ${found.format} ${JSON.stringify(found.text)}`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
DataMatrix, default: DataMatrix "(420)00926(92)55590164917312"
DataMatrix, Plain: DataMatrix "42000926\u001d9255590164917312"
DataMatrix, default: DataMatrix "[)>␞01␝96"
DataMatrix, Plain: DataMatrix "[)>\u001e01\u001d96"
UPCA, default: EAN13 "0036000291452"
UPCA, Plain: EAN13 "0036000291452"
SEEN
