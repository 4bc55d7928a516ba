#!/usr/bin/env bash
# Versions: @mapbox/shp-write 0.4.3, shpjs 6.2.0 and shapefile 0.6.6 to read, fflate 0.8.3 to unpack.
# Guess:    a column of a shapefile has a name of at most 10 letters, so longer ones are cut; two that are equal in their first 10 ("parcel_number_old",
#           "parcel_number_new") become two columns, such as PARCEL_NUM and PARCEL_N_1, as other programs make them, or are refused. A parcel for which nobody
#           said yes or no has neither.
# Seen:     both columns are called "parcel_num", and nothing is said. Each reader has the last of them alone, which is empty for the second parcel. "In the
#           flood zone", which nobody answered for that one, is a no.
# Matters:  of two numbers, dates or owners of a parcel (before, after; client, contractor) one is gone on the way to the surveyor, and the other passes for
#           it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @mapbox/shp-write@0.4.3 shpjs@6.2.0 shapefile@0.6.6 fflate@0.8.3
cat > try.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { zip } from '@mapbox/shp-write';
import { open } from 'shapefile';
import { parseZip } from 'shpjs';
import { unzipSync } from 'fflate';

const parcel = (x, properties) => ({ type: 'Feature', geometry: { type: 'Point', coordinates: [x, 18] }, properties });
const parcels = [parcel(-66, { parcel_number_old: '1045', parcel_number_new: '2045', flooded: true }), parcel(-65, { parcel_number_old: '1046' })];
const packed = await zip({ type: 'FeatureCollection', features: parcels }, { outputType: 'uint8array', compression: 'STORE', types: { point: 'parcels' } });
for (const { properties } of (await parseZip(packed)).features) console.log(`shpjs: ${JSON.stringify(properties)}`);
for (const [name, content] of Object.entries(unzipSync(packed))) writeFileSync(name.split('/').at(-1), content);
const source = await open('parcels.shp');
for (let row = await source.read(); !row.done; row = await source.read()) console.log(`shapefile: ${JSON.stringify(row.value.properties)}`);

JS
node try.mjs | tee seen
diff seen - <<'SEEN'
shpjs: {"parcel_num":"2045","flooded":true}
shpjs: {"parcel_num":"","flooded":false}
shapefile: {"parcel_num":"2045","flooded":true}
shapefile: {"parcel_num":null,"flooded":false}
SEEN
