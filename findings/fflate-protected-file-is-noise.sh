#!/usr/bin/env bash
# Versions: fflate 0.8.3, jszip 3.10.2 beside it (Node 24.21.0), @zip.js/zip.js 2.24.0 to write the ZIP.
# Guess:    of a ZIP with a password, `unzipSync` fails or leaves out the protected files, each of which is marked (bit 0, APPNOTE, 4.4.4); fflate knows
#           no passwords.
# Seen:     of a file that is protected in the usual way and stored as it is, it has 12 bytes more than the file, which are noise, under the right
#           name, and nothing says so; so does `Unzip`, in pieces. It fails where the file is protected by AES. jszip fails for both and says why.
# Matters:  a ZIP of photos that a client protected is unpacked, and each photo counts as broken where it came; nobody asks for the password.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 fflate@0.8.3 jszip@3.10.2 @zip.js/zip.js@2.24.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { Unzip, UnzipInflate, unzipSync } from 'fflate';
import JSZip from 'jszip';

const text = 'Gate code 4471. '.repeat(4);
const ways = {
  'without a password': {},
  'protected, stored': { password: 'x', zipCrypto: true, level: 0 },
  'protected by AES': { password: 'x', level: 0 },
};
const same = (bytes) => `${bytes.length} bytes, ${Buffer.from(bytes).toString() === text ? 'the same' : 'noise'}`;
function inPieces(zip) {
  const pieces = [];
  const unzip = new Unzip((file) => {
    file.ondata = (failure, piece) => {
      if (failure) throw failure;
      pieces.push(piece);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.push(zip, true);
  return Buffer.concat(pieces);
}
for (const [what, options] of Object.entries(ways)) {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, ...options });
  await writer.add('notes.txt', new TextReader(text));
  const zip = await writer.close();
  const readers = {
    unzipSync: () => unzipSync(zip)['notes.txt'],
    Unzip: () => inPieces(zip),
    jszip: async () => (await JSZip.loadAsync(zip)).file('notes.txt').async('uint8array'),
  };
  for (const [name, read] of Object.entries(readers)) {
    const seen = await Promise.try(read).then(same, (failure) => `fails: ${failure.message}`);
    console.log(`${what}, ${name}: ${seen}`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
without a password, unzipSync: 64 bytes, the same
without a password, Unzip: 64 bytes, the same
without a password, jszip: 64 bytes, the same
protected, stored, unzipSync: 76 bytes, noise
protected, stored, Unzip: 76 bytes, noise
protected, stored, jszip: fails: Encrypted zip are not supported
protected by AES, unzipSync: fails: unknown compression type 99
protected by AES, Unzip: fails: unknown compression type 99
protected by AES, jszip: fails: Encrypted zip are not supported
SEEN
