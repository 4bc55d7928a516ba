#!/usr/bin/env bash
# Versions: sharp 0.35.5 (libvips 8.18.7; Node 24.21.0).
# Guess:    a picture with a color profile has the same colors whether it is opened by itself or put on another one by `composite`: sharp
#           converts what it opens to sRGB.
# Seen:     opened by itself it is converted. Put on an sRGB picture, its numbers are taken as if they were sRGB: the green of a logo in
#           Display P3 (0, 200, 0) becomes paler and yellower, and nothing says so.
# Matters:  a firm's logo from a Mac, or a watermark, has another color on sheets and photos than on its own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 sharp@0.35.5
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import sharp from 'sharp';
const size = { width: 8, height: 8, channels: 3 };
const green = { r: 0, g: 200, b: 0 };
const sheet = () => sharp({ create: { ...size, background: 'white' } });
const color = async (picture) => Array.from((await picture.removeAlpha().raw().toBuffer()).subarray(0, 3)).join(', ');
for (const profile of ['srgb', 'p3']) {
  const logo = await sharp({ create: { ...size, background: green } }).withIccProfile(profile).png().toBuffer();
  console.log(`${profile}, by itself: ${await color(sharp(logo))}`);
  console.log(`${profile}, put on a sheet: ${await color(sheet().composite([{ input: logo }]))}`);
  const converted = await sharp(logo).png().toBuffer();
  console.log(`${profile}, opened and written first: ${await color(sheet().composite([{ input: converted }]))}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
srgb, by itself: 0, 200, 0
srgb, put on a sheet: 0, 200, 0
srgb, opened and written first: 0, 200, 0
p3, by itself: 0, 200, 2
p3, put on a sheet: 90, 197, 58
p3, opened and written first: 0, 200, 2
SEEN
