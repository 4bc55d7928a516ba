#!/usr/bin/env bash
# Versions: postal-mime 4.0.0, mailparser 3.14.2 beside it (Node 24.21.0).
# Guess:    a quoted paragraph that a program wrapped (`format=flowed`, RFC 3676, 4.5: take the marks off each line, then join) is one line behind one
#           mark.
# Seen:     postal-mime leaves the marks of the wrapped lines in the middle of the words: "> as you > said". mailparser has one line with one mark.
# Matters:  Thunderbird and Apple Mail send this: "not > 40 psf" is read as a comparison, and no quote is told from what was typed by the text alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 postal-mime@4.0.0 mailparser@3.14.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const email = `From: a@x.test
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8; format=flowed

> as you 
> said
Use the 
left one.
`.replaceAll('\n', '\r\n');
const seen = [(await PostalMime.parse(email)).text, (await simpleParser(email)).text].map((text) => text.trim());
for (const one of seen) console.log(JSON.stringify(one));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
"> as you > said\nUse the left one."
"> as you said\nUse the left one."
SEEN
