#!/usr/bin/env bash
# Versions: @turf/area and @turf/distance 7.4.0, proj4 2.22.0 beside it.
# Guess:    the area and the sides of a parcel, by its corners in degrees (WGS 84), are right to a tenth of a percent, as a survey would have them but for its
#           own error.
# Seen:     Turf counts on a ball. In Puerto Rico a side from south to north is 0.46 % too long, and the parcel 0.32 % too large, or 139 square feet per acre;
#           in New York the side is 0.13 % too long, and the parcel 0.12 % too small; in Alaska both are too small, by 0.21 and 0.58 %. proj4 has them on the
#           ellipsoid.
# Matters:  areas of lots, rates of rain and lines of 500 ft for neighbors to be notified are off by feet, by another part in each place, and pass for
#           measured.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @turf/area@7.4.0 @turf/distance@7.4.0 proj4@2.22.0
cat > try.mjs <<'JS'
import { area } from '@turf/area';
import { distance } from '@turf/distance';
import proj4 from 'proj4';

const half = 0.0005;
const percent = (value, right) => `${((value / right - 1) * 100).toFixed(2)} %`;
for (const [name, lon, lat] of [['Puerto Rico', -66.1, 18.2], ['New York', -74, 40.7], ['Alaska', -150, 61.2]]) {
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]].map(([x, y]) => [lon + x * half, lat + y * half]);
  const { forward } = proj4(`+proj=tmerc +lat_0=${lat} +lon_0=${lon} +k=1 +ellps=WGS84 +units=m`);
  const onPaper = corners.map((corner) => forward(corner));
  const right = onPaper.slice(1).reduce((sum, [x, y], index) => sum + (onPaper[index][0] * y - x * onPaper[index][1]) / 2, 0);
  const [, , [, top], , [, bottom]] = onPaper;
  const side = distance(corners[1], corners[2], { units: 'meters' });
  console.log(`${name}: side ${percent(side, top - bottom)}, area ${percent(area({ type: 'Polygon', coordinates: [corners] }), right)}`);
}

JS
node try.mjs | tee seen
diff seen - <<'SEEN'
Puerto Rico: side 0.46 %, area 0.32 %
New York: side 0.13 %, area -0.12 %
Alaska: side -0.21 %, area -0.58 %
SEEN
