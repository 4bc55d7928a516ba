#!/usr/bin/env bash
# Versions: striptags 3.2.0, string-strip-html 13.7.6 beside it (Node 24.21.0).
# Guess:    of a text that somebody typed, only tags are taken out. `<` before a digit or `=` begins none in HTML (a tag's name begins with a letter),
#           so "U-factor <0.30 and SHGC >0.25" stays as it is.
# Seen:     string-strip-html leaves it. striptags takes out all from `<` to the next `>`: "U-factor 0.25", "R3", and without a `>` all that follows,
#           "Clear width ". Only `<` before a space is left.
# Matters:  the limit that a client asks for is missing, or another value stands beside its name, and the sentence still reads well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 striptags@3.2.0 string-strip-html@13.7.6
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { stripHtml } from 'string-strip-html';
import striptags from 'striptags';

const texts = [
  'U-factor <0.30 and SHGC >0.25',
  'Roof R<5, wall S>3',
  'Clear width <36 in at the door',
  'Clear width < 36 in at the door',
];
for (const text of texts) console.log(`${text}: “${striptags(text)}”, “${stripHtml(text).result}”`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
U-factor <0.30 and SHGC >0.25: “U-factor 0.25”, “U-factor <0.30 and SHGC >0.25”
Roof R<5, wall S>3: “Roof R3”, “Roof R<5, wall S>3”
Clear width <36 in at the door: “Clear width ”, “Clear width <36 in at the door”
Clear width < 36 in at the door: “Clear width < 36 in at the door”, “Clear width < 36 in at the door”
SEEN
