#!/usr/bin/env bash
# Versions: fflate 0.8.3, jszip 3.10.2, yauzl 3.4.0, @zip.js/zip.js 2.24.0 (Node 24.21.0).
# Guess:    a file in a ZIP that is not what was put in, because a disk or a transfer changed a byte, is refused: the archive has a checksum of each
#           file for that (CRC-32), which `unzip -t` compares.
# Seen:     all four hand the changed file out, and none says anything. JSZip (`checkCRC32`) and zip.js (`checkSignature`) compare when they are told
#           to; fflate and yauzl cannot.
# Matters:  photos and PDFs, which are mostly stored as they are, come out of an archive with other pixels or other numbers than they went in with,
#           and count as intact.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 fflate@0.8.3 jszip@3.10.2 yauzl@3.4.0 @zip.js/zip.js@2.24.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { text } from 'node:stream/consumers';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import JSZip from 'jszip';
import yauzl from 'yauzl';

const archive = Buffer.from(zipSync({ 'loads.txt': [strToU8('beam 26 ft'), { level: 0 }] }));
archive.write('62', archive.indexOf('26 ft'));
const byYauzl = () =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (failed, stream) => (failed ? reject(failed) : text(stream).then(resolve, reject))),
      );
      zip.readEntry();
    });
  });
const byZipJs = async (options) => {
  const [entry] = await new ZipReader(new Uint8ArrayReader(archive)).getEntries();
  return entry.getData(new TextWriter(), options);
};
const ways = {
  fflate: async () => strFromU8(unzipSync(archive)['loads.txt']),
  jszip: async () => (await JSZip.loadAsync(archive)).file('loads.txt').async('string'),
  yauzl: byYauzl,
  'zip.js': () => byZipJs({}),
  'jszip, told to': async () => (await JSZip.loadAsync(archive, { checkCRC32: true })).file('loads.txt').async('string'),
  'zip.js, told to': () => byZipJs({ checkSignature: true }),
};
const seen = {};
for (const [name, read] of Object.entries(ways)) {
  seen[name] = await read().catch(() => 'refused');
  console.log(name.padEnd(16), seen[name]);
}
const given = 'beam 62 ft';
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
fflate           beam 62 ft
jszip            beam 62 ft
yauzl            beam 62 ft
zip.js           beam 62 ft
jszip, told to   refused
zip.js, told to  refused
SEEN
