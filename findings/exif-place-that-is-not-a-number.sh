#!/usr/bin/env bash
# Versions: exifr 7.1.3, exifreader 4.46.0 (Node 24.21.0), sharp 0.35.5 to write the photo.
# Guess:    a photo taken before the phone knew where it was, with `0/0` for degrees, minutes and seconds, has no place; one with degrees and
#           minutes, and `0/0` for the seconds, has the place of its minutes.
# Seen:     both have a place in exifr and in exifreader, whose latitude and longitude are NaN. JSON makes them null, a database `NaN`, which
#           PostgreSQL holds for larger than any number, and equal to itself.
# Matters:  a map opens on nothing, "nearest photo" is nonsense, and whoever asks only whether there is a place passes it on.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 exifr@7.1.3 exifreader@4.46.0 sharp@0.35.5
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ExifReader from 'exifreader';
import exifr from 'exifr';
import sharp from 'sharp';
const photos = {
  'all known': ['18/1 27/1 30/1', '66/1 6/1 0/1'],
  'seconds unknown': ['18/1 55/2 0/0', '66/1 6/1 0/0'],
  'all unknown': ['0/0 0/0 0/0', '0/0 0/0 0/0'],
};
for (const [name, [GPSLatitude, GPSLongitude]] of Object.entries(photos)) {
  const place = { GPSLatitudeRef: 'N', GPSLatitude, GPSLongitudeRef: 'W', GPSLongitude };
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'gray' } }).jpeg().withExif({ IFD3: place }).toBuffer();
  const byExifr = await exifr.gps(photo);
  const { gps } = ExifReader.load(photo, { expanded: true });
  console.log(`${name}: exifr ${byExifr?.latitude}, ${byExifr?.longitude}; exifreader ${gps?.Latitude}, ${gps?.Longitude}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
all known: exifr 18.458333333333332, -66.1; exifreader 18.458333333333332, -66.1
seconds unknown: exifr NaN, NaN; exifreader NaN, NaN
all unknown: exifr NaN, NaN; exifreader NaN, NaN
SEEN
