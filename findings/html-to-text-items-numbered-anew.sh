#!/usr/bin/env bash
# Versions: html-to-text 10.0.1 (Node 24.21.0).
# Guess:    an item of a numbered list that says its own number (`<li value="7">`) has it, and the next one is 8; a list that counts down (`reversed`)
#           does; and each term and each description (`<dt>`, `<dd>`) begins a line, as a browser shows all that.
# Seen:     the item is 2, and the next one 3; the other list counts up; only `start` of a list is read. Terms and descriptions are glued together:
#           "Gate4471Lot9".
# Matters:  "see item 7" in an answer by email is another item, and a number in it runs into a word.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 html-to-text@10.0.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { convert } from 'html-to-text';

const seen = [
  '<ol start="4"><li>fuse</ol>',
  '<ol><li>panel<li value="7">rail<li>clamp</ol>',
  '<ol reversed><li>panel<li>rail</ol>',
  '<dl><dt>Gate<dd>4471<dt>Lot<dd>9</dl>',
].map((html) => convert(html));
for (const one of seen) console.log(JSON.stringify(one));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
" 4. fuse"
" 1. panel\n 2. rail\n 3. clamp"
" 1. panel\n 2. rail"
"Gate4471Lot9"
SEEN
