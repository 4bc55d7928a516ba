#!/usr/bin/env bash
# Versions: @tmcw/togeojson 7.1.3, @xmldom/xmldom 0.9.8 to parse (Node 24.21.0).
# Guess:    a field that a KML declares as yes or no (`<SimpleField type="bool">`, KML 2.2) is `false` where it has "false" or "0", as xsd:boolean has it, and
#           `true` for "true" and "1"; without the declaration it is a text.
# Seen:     with the declaration each of them is `true`; only an empty one is `false`. Without it, it is the text. Numbers are right.
# Matters:  in a map of a surveyor, all parcels lie in the flood zone, and all poles have power.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @tmcw/togeojson@7.1.3 @xmldom/xmldom@0.9.8
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';

const schema = (type) => `<Schema id="parcel" name="parcel"><SimpleField type="${type}" name="flooded"/></Schema>`;
const place = (value) => `<Placemark><ExtendedData><SchemaData schemaUrl="#parcel"><SimpleData name="flooded">${value}</SimpleData></SchemaData></ExtendedData></Placemark>`;
for (const type of ['bool', 'string', 'int']) {
  const values = type === 'int' ? ['1', '0'] : ['true', 'false', '1', '0'];
  const text = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${schema(type)}${values.map(place).join('')}</Document></kml>`;
  const { features } = kml(new DOMParser().parseFromString(text, 'text/xml'));
  for (const [index, { properties }] of features.entries()) console.log(`${type} ${values[index]}: ${JSON.stringify(properties.flooded)}`);
}

JS
node try.mjs | tee seen
diff seen - <<'SEEN'
bool true: true
bool false: true
bool 1: true
bool 0: true
string true: "true"
string false: "false"
string 1: "1"
string 0: "0"
int 1: 1
int 0: 0
SEEN
