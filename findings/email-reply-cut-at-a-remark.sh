#!/usr/bin/env bash
# Versions: email-reply-parser 2.3.9 (Node 24.21.0).
# Guess:    the visible text of a reply ends where the quoted email begins, at the end; what the sender wrote themselves stays: "On Tuesday the
#           inspector wrote:" with a list behind it, and a line that begins with `>` for "more than".
# Seen:     that line and what follows is taken for the quoted email, also the sender's answer behind it ("said" for "wrote" lets it stand). A line with
#           `>` is left out by itself, between two that stay ("< 30 psf").
# Matters:  the answer in the conversation lacks what was to be corrected, and nobody is told.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 email-reply-parser@2.3.9
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import EmailReplyParser from 'email-reply-parser';

const replies = [
  'Please hold.\n\nOn Tuesday the inspector said:\nno disconnect at the meter,\nno labels.\n\nWe add both.\n',
  'Please hold.\n\nOn Tuesday the inspector wrote:\nno disconnect at the meter,\nno labels.\n\nWe add both.\n',
  'Snow loads are\n< 30 psf at the roof\n> 40 psf at the deck\nand stay so.\n',
  'We add both.\n\nOn Mon, Nov 30, 2026 at 9:00 AM Bob <bob@builder.test> wrote:\n> Labels?\n',
];
for (const reply of replies) console.log(JSON.stringify(new EmailReplyParser().read(reply).getVisibleText()));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
"Please hold.\n\nOn Tuesday the inspector said:\nno disconnect at the meter,\nno labels.\n\nWe add both.\n"
"Please hold.\n"
"Snow loads are\n< 30 psf at the roof\nand stay so.\n"
"We add both.\n"
SEEN
