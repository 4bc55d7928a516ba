#!/usr/bin/env bash
# Versions: hucre 1.0.0 (Node 24.21.0), fflate 0.8.3 to look inside.
# Guess:    a workbook has the texts that it is given as texts, whatever they look like ("=1+1" is one); a BigInt, as a database gives for a
#           large number, is a number or a text, or is refused; and `writeXlsxStream` writes the cells that `writeXlsx` writes.
# Seen:     `writeXlsx` makes the text "#N/A", and the names of other errors, an error cell; `writeXlsxStream` a text. Both leave out a
#           BigInt: the cell is empty, and nothing says so.
# Matters:  a formula over the column fails because somebody typed "#N/A"; amounts are missing from an export.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 hucre@1.0.0 fflate@0.8.3
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { strFromU8, unzipSync } from 'fflate';
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';
const writers = {
  writeXlsx: (rows) => writeXlsx({ sheets: [{ name: 'Jobs', rows }] }),
  writeXlsxStream: async (rows) => new Uint8Array(await new Response(writeXlsxStream(rows, { name: 'Jobs' })).arrayBuffer()),
};
const kinds = { s: 'text', inlineStr: 'text', e: 'error', n: 'number', b: 'truth value' };
for (const [name, write] of Object.entries(writers)) {
  for (const value of ['=1+1', '#1', '#N/A', '#REF!', 5, 5n]) {
    const sheet = strFromU8(unzipSync(await write([[value, 'end']]))['xl/worksheets/sheet1.xml']);
    const [cell] = sheet.match(/<c r="A1"[^>]*>/) ?? [];
    const kind = cell ? kinds[cell.match(/ t="(\w+)"/)?.[1] ?? 'n'] : 'nothing';
    console.log(`${name}, ${typeof value} ${value}: ${kind}`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
writeXlsx, string =1+1: text
writeXlsx, string #1: text
writeXlsx, string #N/A: error
writeXlsx, string #REF!: error
writeXlsx, number 5: number
writeXlsx, bigint 5: nothing
writeXlsxStream, string =1+1: text
writeXlsxStream, string #1: text
writeXlsxStream, string #N/A: text
writeXlsxStream, string #REF!: text
writeXlsxStream, number 5: number
writeXlsxStream, bigint 5: nothing
SEEN
