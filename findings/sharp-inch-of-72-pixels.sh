#!/usr/bin/env bash
# Versions: sharp 0.35.5 (librsvg), @resvg/resvg-js 2.6.2 beside it (Node 24.21.0).
# Guess:    an SVG looks as in a browser, where an inch is 96 pixels (CSS Values, 6.2): a bar of 2 in. on a sheet of 300 pixels is 192 pixels long, and a
#           sheet of 3 in. has 288.
# Seen:     resvg draws so. In sharp an inch has 72 pixels (`density` is 72 unless it is given): the bar has 144, while all that is in pixels is as
#           large as in a browser. With `density: 96` the bar is right against the rest, and all is a third larger.
# Matters:  a sheet whose lengths are partly in inches or millimeters, as a program for drawings exports it, has its parts in other places, and its scale
#           bar is a quarter too short.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 sharp@0.35.5 @resvg/resvg-js@2.6.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';

const bar = '<rect width="2in" height="20" fill="red"/>';
const svg = (width) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20">${bar}</svg>`;
function red(pixels, width) {
  const row = Array.from({ length: width }, (_, x) => (10 * width + x) * 4);
  return row.filter((at) => pixels[at] > 200 && pixels[at + 3] > 200).length;
}
for (const width of ['300', '3in']) {
  const drawn = new Resvg(svg(width)).render();
  console.log(`sheet ${width}: resvg ${drawn.width}, bar ${red(drawn.pixels, drawn.width)}`);
  for (const options of [{}, { density: 96 }]) {
    const { data, info } = await sharp(Buffer.from(svg(width)), options).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    console.log(`  sharp ${JSON.stringify(options)}: ${info.width}, bar ${red(data, info.width)}`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
sheet 300: resvg 300, bar 192
  sharp {}: 300, bar 144
  sharp {"density":96}: 400, bar 256
sheet 3in: resvg 288, bar 192
  sharp {}: 216, bar 144
  sharp {"density":96}: 384, bar 256
SEEN
