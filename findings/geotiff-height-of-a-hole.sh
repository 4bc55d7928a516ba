#!/usr/bin/env bash
# Versions: geotiff 3.0.5 (Node 24.21.0).
# Guess:    heights that are read smaller (`readRasters` with `width`, `height` and `resampleMethod: 'bilinear'`) leave out the cells that have none (GDAL_NODATA,
#           -9999): what is between a height and a hole is that height, or a hole. A file whose values are those of points (`GTRasterTypeGeoKey` 2, as
#           the elevation models of surveys have) begins half a cell before its first point, as GDAL has it.
# Seen:     -9999 is mixed into the heights: beside a hole at 100 ft the ground is at -6633 and at -2144 ft, which is neither, and `getGDALNoData()` does
#           not match it. The bounding box of points is that of cells: half a cell off, to the south-east.
# Matters:  the lowest point of a site, a slope or a volume is nonsense where there is water or a building, and a grid of 10 ft lies 5 ft beside the plan.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 geotiff@3.0.5
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { fromArrayBuffer, writeArrayBuffer } from 'geotiff';

const heights = new Float32Array(16).fill(100);
heights.fill(-9999, 5, 7);
const open = async (rasterType) => {
  const file = await writeArrayBuffer(heights, {
    width: 4,
    height: 4,
    ModelPixelScale: [10, 10, 0],
    ModelTiepoint: [0, 0, 0, 1000, 2000, 0],
    GTModelTypeGeoKey: 1,
    GTRasterTypeGeoKey: rasterType,
    ProjectedCSTypeGeoKey: 2236,
    GDAL_NODATA: '-9999',
  });
  return (await fromArrayBuffer(file)).getImage();
};
const image = await open(1);
console.log(`no data: ${image.getGDALNoData()}`);
for (const resampleMethod of ['nearest', 'bilinear']) {
  const read = await image.readRasters({ width: 3, height: 3, resampleMethod, interleave: true });
  console.log(`${resampleMethod}: ${[...read].map(Math.round).join(' ')}`);
}
for (const [name, type] of Object.entries({ cells: 1, points: 2 })) {
  const raster = await open(type);
  console.log(`${name} (GTRasterTypeGeoKey ${raster.getGeoKeys().GTRasterTypeGeoKey}): ${raster.getBoundingBox().join(', ')}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
no data: -9999
nearest: 100 100 100 100 -9999 100 100 100 100
bilinear: 100 100 100 100 -6633 -2144 100 100 100
cells (GTRasterTypeGeoKey 1): 1000, 1960, 1040, 2000
points (GTRasterTypeGeoKey 2): 1000, 1960, 1040, 2000
SEEN
