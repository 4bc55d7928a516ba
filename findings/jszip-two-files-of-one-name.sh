#!/usr/bin/env bash
# Versions: jszip 3.10.2, fflate 0.8.3 and yauzl 3.4.0 beside it (Node 24.21.0).
# Guess:    of a ZIP as Windows makes it ("Send to", "Compressed folder"), whose names are in the code page of MS-DOS without a mark for UTF-8
#           (APPNOTE, 4.4.4), accents may be read wrong; but all files are there.
# Seen:     JSZip reads each letter that is no UTF-8 as the same sign: "Plano ñ.pdf" and "Plano é.pdf" are one name, and of the two files the second
#           alone is there. Nothing is said; `checkCRC32` changes nothing. Its option `decodeFileName` helps. fflate has both files under wrong names,
#           yauzl under the right ones.
# Matters:  of a set that a client packed with Windows, sheets are missing, and nobody knows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 jszip@3.10.2 fflate@0.8.3 yauzl@3.4.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { crc32 } from 'node:zlib';
import { unzipSync } from 'fflate';
import JSZip from 'jszip';
import yauzl from 'yauzl';

const codePage437 = { é: 0x82, ñ: 0xa4 };
const u16 = (...numbers) => Buffer.from(Uint16Array.from(numbers).buffer);
const u32 = (...numbers) => Buffer.from(Uint32Array.from(numbers).buffer);
const files = [];
const entries = [];
for (const [name, text] of [['Plano ñ.pdf', 'one'], ['Plano é.pdf', 'two']]) {
  const bytes = Buffer.from([...name].map((letter) => codePage437[letter] ?? letter.charCodeAt(0)));
  const common = Buffer.concat([u16(20, 0, 0, 0, 0x5ce4), u32(crc32(text), text.length, text.length), u16(bytes.length, 0)]);
  entries.push(Buffer.concat([u32(0x02014b50), u16(20), common, u16(0, 0, 0), u32(0, Buffer.concat(files).length), bytes]));
  files.push(Buffer.concat([u32(0x04034b50), common, bytes, Buffer.from(text)]));
}
const [body, directory] = [Buffer.concat(files), Buffer.concat(entries)];
const zip = Buffer.concat([body, directory, u32(0x06054b50), u16(0, 0, 2, 2), u32(directory.length, body.length), u16(0)]);
async function byJSZip(options) {
  const { files } = await JSZip.loadAsync(zip, options);
  return Promise.all(Object.values(files).map(async (file) => `${file.name} = ${await file.async('string')}`));
}
console.log('jszip:', (await byJSZip({ checkCRC32: true })).join(', '));
const decodeFileName = (bytes) => String.fromCharCode(...bytes);
console.log('jszip, decodeFileName:', (await byJSZip({ decodeFileName })).length);
console.log('fflate:', Object.keys(unzipSync(zip)).length);
yauzl.fromBuffer(zip, (_, opened) => opened.on('entry', ({ fileName }) => console.log('yauzl:', fileName)));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
jszip: Plano �.pdf = two
jszip, decodeFileName: 2
fflate: 2
yauzl: Plano ñ.pdf
yauzl: Plano é.pdf
SEEN
