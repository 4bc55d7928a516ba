#!/usr/bin/env bash
# Versions: dxf 5.3.1 (Node 24.21.0).
# Guess:    a drawing (DXF) that is shown as SVG (`toSVG`) looks as in the program that drew it: a layer that is off (its color is below zero) or frozen (bit 1
#           of its flags) is not on it.
# Seen:     both are drawn among the others, the one that is off in black, as its color -1 is none; so they are in `toPolylines`. The layers that it has read
#           (`parsed.tables.layers`) have both marks.
# Matters:  what was demolished, a variant that was given up, or notes for the office stand in the preview that the client sees.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 dxf@5.3.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { Helper } from 'dxf';

const layer = (name, flags, color) => [0, 'LAYER', 2, name, 70, flags, 62, color, 6, 'CONTINUOUS'];
const line = (name, x) => [0, 'LINE', 8, name, 10, x, 20, 0, 30, 0, 11, x, 21, 10, 31, 0];
const drawing = [
  ...[0, 'SECTION', 2, 'TABLES', 0, 'TABLE', 2, 'LAYER', 70, 3],
  ...layer('Walls', 0, 3),
  ...layer('Off', 0, -1),
  ...layer('Frozen', 1, 2),
  ...[0, 'ENDTAB', 0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES'],
  ...[line('Walls', 1), line('Off', 2), line('Frozen', 3)].flat(),
  ...[0, 'ENDSEC', 0, 'EOF'],
].join('\n');
const helper = new Helper(drawing);
for (const { name, flags, colorNumber } of Object.values(helper.parsed.tables.layers)) console.log(`${name}: flags ${flags}, color ${colorNumber}`);
console.log(helper.toSVG().match(/<g stroke="rgb.*/g).join('\n'));
console.log(`toPolylines: ${helper.toPolylines().polylines.map(({ vertices }) => `x ${vertices[0][0]}`).join(', ')}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
Walls: flags 0, color 3
Off: flags 0, color -1
Frozen: flags 1, color 2
<g stroke="rgb(0, 255, 0)"><path d="M1,0L1,10" /></g>
<g stroke="rgb(0, 0, 0)"><path d="M2,0L2,10" /></g>
<g stroke="rgb(255, 255, 0)"><path d="M3,0L3,10" /></g>
toPolylines: x 1, x 2, x 3
SEEN
