#!/usr/bin/env bash
# Versions: sharp 0.35.5, exifreader 4.46.0 (Node 24.21.0).
# Guess:    a photo that was held upright and is kept as AVIF with its Exif (`keepExif`) says once that it must be turned: by its Orientation, or by
#           the file (`irot`), with an Orientation of 1 or none.
# Seen:     it says so twice. Who opens it has it upright, and sharp gives no orientation; its Exif says 6, "turn it", as before. A JPEG and a WebP
#           say so once.
# Matters:  a program that reads the Orientation by a library for Exif, and turns what it decoded, as is right for JPEG, lays those photos on their
#           side.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 sharp@0.35.5 exifreader@4.46.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ExifReader from 'exifreader';
import sharp from 'sharp';

const taken = await sharp({ create: { width: 32, height: 16, channels: 3, background: 'gray' } }).jpeg().withMetadata({ orientation: 6 }).toBuffer();
for (const format of ['jpeg', 'webp', 'avif']) {
  const photo = await sharp(taken).keepExif().toFormat(format).toBuffer();
  const { info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
  const { orientation } = await sharp(photo).metadata();
  const said = ExifReader.load(photo).Orientation.value;
  console.log(`${format}: decoded ${info.width} x ${info.height}, orientation by sharp ${orientation ?? 'none'}, by its Exif ${said}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
jpeg: decoded 32 x 16, orientation by sharp 6, by its Exif 6
webp: decoded 32 x 16, orientation by sharp 6, by its Exif 6
avif: decoded 16 x 32, orientation by sharp none, by its Exif 6
SEEN
