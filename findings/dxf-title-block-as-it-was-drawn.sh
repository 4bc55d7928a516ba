#!/usr/bin/env bash
# Versions: dxf-parser 1.1.2 (Node 24.21.0).
# Guess:    of a drawing (DXF), the words that were filled into its title block (attributes, `ATTRIB` behind `INSERT`, as AutoCAD writes them) are among
#           what is read: sheet "A-101". Texts are given as they stand in the file, with their codes (`%%c`).
# Seen:     the attributes are passed over, without an error. What is read is the block as it was first drawn, with the words that stood in for them
#           (`ATTDEF`): sheet "A-000".
# Matters:  a sheet is listed under the number, the title and the job of the template, or under none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 dxf-parser@1.1.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import DxfParser from 'dxf-parser';

const lines = (...groups) => groups.flat().join('\n');
const at = (x, y) => [10, x, 20, y, 30, 0];
const section = (name, ...content) => [0, 'SECTION', 2, name, ...content.flat(), 0, 'ENDSEC'];
const dxf = lines(
  section('HEADER', 9, '$ACADVER', 1, 'AC1009'),
  section(
    'BLOCKS',
    [0, 'BLOCK', 8, '0', 2, 'TITLE', 70, 2, at(0, 0), 3, 'TITLE'].flat(),
    [0, 'ATTDEF', 8, '0', at(1, 1), 40, 2, 1, 'A-000', 3, 'Sheet', 2, 'SHEET', 70, 0].flat(),
    [0, 'ENDBLK', 8, '0'],
  ),
  section(
    'ENTITIES',
    [0, 'INSERT', 8, '0', 66, 1, 2, 'TITLE', at(0, 0)].flat(),
    [0, 'ATTRIB', 8, '0', at(1, 1), 40, 2, 1, 'A-101', 2, 'SHEET', 70, 0].flat(),
    [0, 'SEQEND', 8, '0'],
    [0, 'TEXT', 8, '0', at(5, 5), 40, 2, 1, '%%c 3 in.'].flat(),
  ),
  [0, 'EOF', ''],
);
const { blocks, entities } = new DxfParser().parseSync(dxf);
for (const { type, name, text } of [...entities, ...blocks.TITLE.entities]) console.log(type, name ?? text);
console.log(`A-101 anywhere: ${JSON.stringify({ blocks, entities }).includes('A-101')}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
INSERT TITLE
TEXT %%c 3 in.
ATTDEF A-000
A-101 anywhere: false
SEEN
