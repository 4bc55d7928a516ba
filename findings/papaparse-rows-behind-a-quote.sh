#!/usr/bin/env bash
# Versions: papaparse 5.7.1, csv-parse 7.0.3 beside it (Node 24.21.0).
# Guess:    of cells that were copied from Excel (a tab between cells, and no quotes but for cells with line breaks), a cell that begins with a quotation
#           mark, such as `"A" wing`, is that text, at worst without its marks; and the other cells and rows are there.
# Seen:     papaparse puts all that follows, tabs, line breaks and rows, into that one cell, and tells it in `errors` alone; of four rows two are
#           left. With another `quoteChar` all are there. csv-parse fails; with `relax_quotes` it has all of them.
# Matters:  a pasted schedule or list of people loses all rows behind the first such cell.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 papaparse@5.7.1 csv-parse@7.0.3
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { parse } from 'csv-parse/sync';
import Papa from 'papaparse';

const pasted = 'Part\tSheets\n"A" wing\t12\nRoof\t3\nYard\t4';
const tabs = { delimiter: '\t' };
function byCsvParse(options) {
  try {
    return JSON.stringify(parse(pasted, options));
  } catch (error) {
    return error.code;
  }
}
const { data, errors } = Papa.parse(pasted, tabs);
console.log('papaparse:', JSON.stringify(data), errors.map(({ code }) => code).join());
console.log('papaparse, no quotes:', JSON.stringify(Papa.parse(pasted, { ...tabs, quoteChar: '\0' }).data));
console.log('csv-parse:', byCsvParse(tabs));
console.log('csv-parse, relax_quotes:', byCsvParse({ ...tabs, relax_quotes: true }));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
papaparse: [["Part","Sheets"],["A\" wing\t12\nRoof\t3\nYard\t4"]] InvalidQuotes,MissingQuotes
papaparse, no quotes: [["Part","Sheets"],["\"A\" wing","12"],["Roof","3"],["Yard","4"]]
csv-parse: CSV_INVALID_CLOSING_QUOTE
csv-parse, relax_quotes: [["Part","Sheets"],["\"A\" wing","12"],["Roof","3"],["Yard","4"]]
SEEN
