#!/usr/bin/env bash
# Versions: exifr 7.1.3 (Node 24.21.0), sharp 0.35.5 to write the photo.
# Guess:    of a photo that says when it was taken and in which zone (`OffsetTimeOriginal`, which phones write), `DateTimeOriginal` is that
#           moment, wherever the program runs; one whose clock was never set (`0000:00:00 00:00:00`) has none.
# Seen:     it is the moment at which the clock of the program's own zone shows that time; the offset stands beside it, unused. A clock that
#           was never set makes it November 30, 1899.
# Matters:  photos of a site visit stand hours off in the record, differently for a server in UTC and for a desk; photos of a camera without
#           a clock come before all others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 exifr@7.1.3 sharp@0.35.5
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import exifr from 'exifr';
import sharp from 'sharp';
for (const taken of ['2026:07:04 10:00:00', '0000:00:00 00:00:00']) {
  const times = { DateTimeOriginal: taken, OffsetTimeOriginal: '-04:00' };
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'gray' } }).jpeg().withExif({ IFD2: times }).toBuffer();
  for (const zone of ['UTC', 'America/Chicago', 'America/Puerto_Rico']) {
    process.env.TZ = zone;
    const { DateTimeOriginal, OffsetTimeOriginal } = await exifr.parse(photo);
    console.log(`${taken} ${OffsetTimeOriginal}, program in ${zone}: ${DateTimeOriginal.toISOString()}`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
2026:07:04 10:00:00 -04:00, program in UTC: 2026-07-04T10:00:00.000Z
2026:07:04 10:00:00 -04:00, program in America/Chicago: 2026-07-04T15:00:00.000Z
2026:07:04 10:00:00 -04:00, program in America/Puerto_Rico: 2026-07-04T14:00:00.000Z
0000:00:00 00:00:00 -04:00, program in UTC: 1899-11-30T00:00:00.000Z
0000:00:00 00:00:00 -04:00, program in America/Chicago: 1899-11-30T06:00:00.000Z
0000:00:00 00:00:00 -04:00, program in America/Puerto_Rico: 1899-11-30T04:00:00.000Z
SEEN
