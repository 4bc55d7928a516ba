#!/usr/bin/env bash
# Versions: image-size 2.1.0, probe-image-size 7.5.0 beside it, sharp 0.35.5 to make the photo (Node 24.21.0).
# Guess:    of a photo that was held upright and is kept as AVIF, turned by the file itself (`irot`, ISO 23008-12, 6.5.10), image-size has the width and
#           height as it is shown, or the stored ones and an `orientation` beside them, as it has of a JPEG.
# Seen:     it has the stored ones, and no `orientation`: 300 x 200 for a photo that everyone shows 200 x 300. Of a JPEG it has the orientation.
#           probe-image-size has it of both. sharp has 200 x 300.
# Matters:  the place that a page or a report leaves for the photo is lying, and the upright photo is squeezed into it or cut.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 image-size@2.1.0 probe-image-size@7.5.0 sharp@0.35.5
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { imageSize } from 'image-size';
import probe from 'probe-image-size';
import sharp from 'sharp';

const plain = { create: { width: 300, height: 200, channels: 3, background: 'red' } };
const jpeg = await sharp(plain).withMetadata({ orientation: 6 }).jpeg().toBuffer();
const avif = await sharp(jpeg).withMetadata().avif().toBuffer();
const shown = await sharp(avif).raw().toBuffer({ resolveWithObject: true });
const say = ({ width, height, orientation = 'none' }) => `${width} x ${height}, orientation ${orientation}`;
console.log(`the AVIF as it is shown: ${shown.info.width} x ${shown.info.height}`);
for (const [name, photo] of Object.entries({ JPEG: jpeg, AVIF: avif })) {
  console.log(`${name}: image-size ${say(imageSize(photo))}; probe-image-size ${say(probe.sync(photo))}`);
}

JS
node try.mjs | tee seen
diff seen - <<'SEEN'
the AVIF as it is shown: 200 x 300
JPEG: image-size 300 x 200, orientation 6; probe-image-size 300 x 200, orientation 6
AVIF: image-size 300 x 200, orientation none; probe-image-size 300 x 200, orientation 6
SEEN
