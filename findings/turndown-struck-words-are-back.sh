#!/usr/bin/env bash
# Versions: turndown 7.2.5, node-html-markdown 2.0.0 beside it (Node 24.21.0).
# Guess:    what Markdown has no sign for stays HTML, which it allows: words that are struck out (`<del>`, `<s>`), an exponent, a fraction.
# Seen:     both drop the tags of `<sup>` and `<sub>` and keep the text: 10 to the 6th is 106, and 5 with a half is 51/2. turndown drops those of struck
#           words too, so that they count again: "Please do not stamp."; node-html-markdown writes `~~`.
# Matters:  an email or a remark that is stored as Markdown asks for the opposite, and a width is ten times as large.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 turndown@7.2.5 node-html-markdown@2.0.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { NodeHtmlMarkdown } from 'node-html-markdown';
import TurndownService from 'turndown';

const texts = [
  'Please <del>do not</del> stamp.',
  'Ground snow load 10<sup>6</sup> Pa',
  'Plate 5<sup>1</sup>/<sub>2</sub> in',
];
const turndown = new TurndownService();
for (const html of texts) console.log(`${html}: “${turndown.turndown(html)}”, “${NodeHtmlMarkdown.translate(html)}”`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
Please <del>do not</del> stamp.: “Please do not stamp.”, “Please ~~do not~~ stamp.”
Ground snow load 10<sup>6</sup> Pa: “Ground snow load 106 Pa”, “Ground snow load 106 Pa”
Plate 5<sup>1</sup>/<sub>2</sub> in: “Plate 51/2 in”, “Plate 51/2 in”
SEEN
