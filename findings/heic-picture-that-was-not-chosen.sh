#!/usr/bin/env bash
# Versions: heic-decode 2.1.0, libheif-js 1.23.2 (Node 24.21.0); the file was made once by heif-enc of libheif 1.15, from a red and a blue square.
# Guess:    of a HEIC with two pictures, the one is decoded that the file says is its picture (`pitm`, ISO 23008-12, 6.2), as phones and computers show it,
#           wherever it stands in the file.
# Seen:     heic-decode decodes the first one, whichever the file says; `all` does not say which it is, either. libheif-js knows it (`is_primary()`).
# Matters:  of a burst, or a photo that was edited and kept with its original, the office sees another picture than the one who sent it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 heic-decode@2.1.0 libheif-js@1.23.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import decode from 'heic-decode';
import libheif from 'libheif-js';

const file = [
  'AAAAKGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZm1pZjFoZWljbWlhZgAAAgttZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAANGls',
  'b2MAAAAAREAAAgABAAAAAAI7AAEAAAAAAAAAGQACAAAAAAJUAAEAAAAAAAAAGQAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAFWluZmUCAAAAAAIAAGh2YzEAAAAB',
  'ZGlwcnAAAAFAaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmu',
  'bgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH/',
  '/wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBp',
  'eGkAAAAAAwgICAAAABxpcG1hAAAAAAAAAAIAAQOBAoMAAgOEBYYAAAA6bWRhdAAAABUoAa8LYPrGwdf/+g47+OMQeK97TtwAAAAVKAGvC2D6xsHX//zmGt91dHzN+07c',
].join('');
for (const chosen of [1, 2]) {
  const buffer = Buffer.from(file, 'base64');
  // The number of the picture stands behind the name of its box, a version and flags.
  buffer.writeUInt16BE(chosen, buffer.indexOf('pitm') + 8);
  const { data } = await decode({ buffer });
  const primary = new libheif.HeifDecoder().decode(buffer).findIndex((image) => image.is_primary()) + 1;
  const all = await decode.all({ buffer });
  const color = data[0] > 200 ? 'red' : 'blue';
  console.log(`the file says ${chosen}, libheif-js ${primary}; decoded ${color}; all: ${all.length} with ${Object.keys(all[0]).join(', ')}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
the file says 1, libheif-js 1; decoded red; all: 2 with width, height, decode
the file says 2, libheif-js 2; decoded red; all: 2 with width, height, decode
SEEN
