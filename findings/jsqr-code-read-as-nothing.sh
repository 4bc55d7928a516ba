#!/usr/bin/env bash
# Versions: jsqr 1.4.0, zxing-wasm 3.1.6 beside it (Node 24.21.0), qrcode 1.5.4 to make the codes.
# Guess:    a QR code whose bytes are Latin-1, which is what its standard says where nothing else is named (ISO 18004, 7.3.5), has that text; as does
#           one in UTF-8, which most makers write.
# Seen:     of that in Latin-1, jsQR has a `data` of "" and no error: an accent makes all of the text empty. Its `binaryData` has the bytes. The one
#           in UTF-8 is read. zxing-wasm reads both.
# Matters:  a label with "Muñoz" on it counts as a code without content, and somebody types it in.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 jsqr@1.4.0 zxing-wasm@3.1.6 qrcode@1.5.4
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import jsQR from 'jsqr';
import QRCode from 'qrcode';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm) } });

function picture(bytes) {
  const { modules } = QRCode.create([{ data: bytes, mode: 'byte' }], { errorCorrectionLevel: 'M' });
  const [scale, border] = [8, 4];
  const width = (modules.size + 2 * border) * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let at = 0; at < width * width; at += 1) {
    const x = Math.floor((at % width) / scale) - border;
    const y = Math.floor(at / width / scale) - border;
    const isIn = Math.min(x, y) >= 0 && Math.max(x, y) < modules.size;
    if (isIn && modules.get(y, x)) data.fill(0, at * 4, at * 4 + 3);
  }
  return { data, width, height: width };
}

const seen = [];
for (const encoding of ['utf8', 'latin1']) {
  const image = picture(Buffer.from('Señor Muñoz', encoding));
  const found = jsQR(image.data, image.width, image.height);
  const [{ text }] = await readBarcodes(image, { formats: ['QRCode'] });
  seen.push([found.data, found.binaryData.length, text]);
  console.log(encoding, JSON.stringify(seen.at(-1)));
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
utf8 ["Señor Muñoz",13,"Señor Muñoz"]
latin1 ["",11,"Señor Muñoz"]
SEEN
