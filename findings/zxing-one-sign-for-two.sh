#!/usr/bin/env bash
# Versions: zxing-wasm 3.1.6 (Node 24.21.0), sharp 0.35.5 for the pixels.
# Guess:    a Code 39 (ISO 16388), whose own signs are capitals, digits, space and `-.$/+%`, is read as what is printed under it; "full ASCII", in
#           which `/A` means `!` and `+C` means `c`, must be asked for, as nothing in the code says that it is used.
# Seen:     "PLAN/A2" is "PLAN!2", "B+C" is "Bc", and "10%A" an ESC, by default, with `formats: ['Code39']` and with `textMode: 'Plain'`, even of what
#           zxing-wasm wrote as `Code39Std` itself. Only `formats: ['Code39Std']` has what is printed. One without such pairs is read as it is.
# Matters:  numbers of tools, parts and plans on labels are others when they are scanned than when they are typed, for some labels only.
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
const ways = { default: {}, Code39: { formats: ['Code39'] }, Plain: { textMode: 'Plain' }, Code39Std: { formats: ['Code39Std'] } };
for (const printed of ['S-101', 'PLAN/A2', 'B+C', '10%A']) {
  const { image } = await writeBarcode(printed, { format: 'Code39Std', scale: 3 });
  const picture = sharp(await image.arrayBuffer()).flatten({ background: 'white' }).toColourspace('srgb').ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  const read = async (options) => JSON.stringify((await readBarcodes(pixels, options))[0].text);
  const texts = await Promise.all(Object.entries(ways).map(async ([name, options]) => `${name} ${await read(options)}`));
  console.log(`${printed}: ${texts.join(', ')}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
S-101: default "S-101", Code39 "S-101", Plain "S-101", Code39Std "S-101"
PLAN/A2: default "PLAN!2", Code39 "PLAN!2", Plain "PLAN!2", Code39Std "PLAN/A2"
B+C: default "Bc", Code39 "Bc", Plain "Bc", Code39Std "B+C"
10%A: default "10<ESC>", Code39 "10<ESC>", Plain "10\u001b", Code39Std "10%A"
SEEN
