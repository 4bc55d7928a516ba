#!/usr/bin/env bash
# Versions: linkifyjs 4.4.0, linkify-it 6.1.0 beside it (Node 24.21.0).
# Guess:    in a message, the name of a file ("set-A.zip", "logo.ai", "site.mov") is text: a link is what has `https://`, or `www.`.
# Seen:     linkifyjs makes a link of each whose ending is a domain of the Internet: http://set-A.zip, http://site.mov, http://logo.ai, http://notes.md;
#           "plan.pdf" and "A-101.dwg" stay text. linkify-it, with its own settings, makes none of them one.
# Matters:  who taps the set that a colleague named, to open it, is taken to a page of a stranger, who may own that domain.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 linkifyjs@4.4.0 linkify-it@6.1.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { LinkifyIt } from 'linkify-it';
import { find } from 'linkifyjs';

for (const name of ['https://ev.test/a', 'plan.pdf', 'A-101.dwg', 'set-A.zip', 'site.mov', 'logo.ai', 'notes.md']) {
  const text = `See ${name}, sheet 2`;
  const byLinkifyjs = find(text).map(({ href }) => href);
  const byLinkifyIt = (new LinkifyIt().match(text) ?? []).map(({ url }) => url);
  console.log(`${name}: linkifyjs ${byLinkifyjs.join() || 'none'}, linkify-it ${byLinkifyIt.join() || 'none'}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
https://ev.test/a: linkifyjs https://ev.test/a, linkify-it https://ev.test/a
plan.pdf: linkifyjs none, linkify-it none
A-101.dwg: linkifyjs none, linkify-it none
set-A.zip: linkifyjs http://set-A.zip, linkify-it none
site.mov: linkifyjs http://site.mov, linkify-it none
logo.ai: linkifyjs http://logo.ai, linkify-it none
notes.md: linkifyjs http://notes.md, linkify-it none
SEEN
