#!/usr/bin/env bash
# Versions: sanitize-filename 1.6.4, filenamify 7.0.3 beside it (Node 24.21.0).
# Guess:    of a name that a file cannot have, what is not allowed becomes another sign, so that "Detail 1/2" and "Detail 12" stay two; a name that is too
#           long keeps its ending (".pdf").
# Seen:     filenamify does so. sanitize-filename takes the signs out: "Detail 1/2.pdf" is "Detail 12.pdf", "3/4 in" is "34 in", `12" x 3'` is `12 x 3'`;
#           one of over 255 bytes is cut at its end, and has no ending any more. Its option `replacement` mends the first.
# Matters:  a detail is under the number of another one, and overwrites it; a plan with a long name opens in no program.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 sanitize-filename@1.6.4 filenamify@7.0.3
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import filenamify from 'filenamify';
import sanitize from 'sanitize-filename';

for (const name of ['Detail 12.pdf', 'Detail 1/2.pdf', 'Plywood 3/4 in.pdf', `Beam 12" x 3'.pdf`])
  console.log(`${name}: sanitize-filename ${sanitize(name)}; filenamify ${filenamify(name)}`);
const long = `${'Meter and main '.repeat(18)}.pdf`;
console.log(`of ${long.length} letters: ${sanitize(long).slice(-7)}; ${filenamify(long).slice(-7)}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
Detail 12.pdf: sanitize-filename Detail 12.pdf; filenamify Detail 12.pdf
Detail 1/2.pdf: sanitize-filename Detail 12.pdf; filenamify Detail 1!2.pdf
Plywood 3/4 in.pdf: sanitize-filename Plywood 34 in.pdf; filenamify Plywood 3!4 in.pdf
Beam 12" x 3'.pdf: sanitize-filename Beam 12 x 3'.pdf; filenamify Beam 12! x 3'.pdf
of 274 letters: d main ; ter.pdf
SEEN
