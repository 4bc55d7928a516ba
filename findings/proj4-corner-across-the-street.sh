#!/usr/bin/env bash
# Versions: proj4 2.22.0 (Node 24.21.0).
# Guess:    coordinates of an older survey (NAD27, state plane of Long Island), by its name in a definition (`+datum=NAD27`) or in a .prj, become those of
#           today (WGS 84) to within some feet; or proj4 says that it lacks what it needs for that (a grid).
# Seen:     they are taken for WGS 84 on the ellipsoid of 1866, with no move at all, which is 120 ft to the west, and nothing says so: the grids by which NAD27
#           is moved are optional for proj4 (`@conus`), and it has none. With the mean move for the United States (EPSG 1173, `+towgs84=-8,160,176`) the
#           corner is where it is, to some feet.
# Matters:  the lot of an old plat is drawn on the neighbor's, across the street, and everything about it looks right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 proj4@2.22.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import proj4 from 'proj4';

const plane = '+proj=lcc +lat_1=40.66666666666666 +lat_2=41.03333333333333 +lat_0=40.5 +lon_0=-74 +x_0=609601.2192024384 +y_0=30480.06096012192 +units=us-ft';
const prj = `PROJCS["NAD_1927_StatePlane_New_York_Long_Island_FIPS_3104",GEOGCS["GCS_North_American_1927",DATUM["D_North_American_1927",
SPHEROID["Clarke_1866",6378206.4,294.9786982]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],
PARAMETER["False_Easting",2000000.0],PARAMETER["False_Northing",100000.0],PARAMETER["Central_Meridian",-74.0],PARAMETER["Standard_Parallel_1",
40.66666666666666],PARAMETER["Standard_Parallel_2",41.03333333333333],PARAMETER["Latitude_Of_Origin",40.5],UNIT["Foot_US",0.3048006096012192]]`;
const corner = [2020000, 190000];
const moved = proj4(`${plane} +ellps=clrk66 +towgs84=-8,160,176`, 'EPSG:4326', corner);
for (const [name, definition] of Object.entries({
  '+towgs84=-8,160,176': `${plane} +ellps=clrk66 +towgs84=-8,160,176`,
  '+datum=NAD27': `${plane} +datum=NAD27`,
  '.prj': prj,
  'no datum, +ellps=clrk66': `${plane} +ellps=clrk66`,
})) {
  const [longitude, latitude] = proj4(definition, 'EPSG:4326', corner);
  const feet = (degrees, perDegree) => Math.round((degrees * perDegree) / 0.3048);
  const east = feet(longitude - moved[0], 111320 * Math.cos((latitude * Math.PI) / 180));
  console.log(`${name}: ${longitude.toFixed(5)}, ${latitude.toFixed(5)}; ${east} ft east, ${feet(latitude - moved[1], 111132)} ft north`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
+towgs84=-8,160,176: -73.92739, 40.74701; 0 ft east, 0 ft north
+datum=NAD27: -73.92782, 40.74701; -120 ft east, 0 ft north
.prj: -73.92782, 40.74701; -120 ft east, 0 ft north
no datum, +ellps=clrk66: -73.92782, 40.74701; -120 ft east, 0 ft north
SEEN
