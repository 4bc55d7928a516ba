#!/usr/bin/env bash
# Versions: unstorage 1.17.6 (Node 24.21.0), with its driver for memory and that for files.
# Guess:    a text that is stored (`setItem`) comes back as that text (`getItem`), whatever it looks like, as from `localStorage`; an object comes back as
#           an object.
# Seen:     a text that looks like JSON is read as that: the revision "1.10" is the number 1.1, the zip code "10001" a number and "00926" a text, the code
#           "1E5" is 100000, and "null" is null, as if nothing were stored. Only `getItemRaw` has the text. It is the same for both drivers.
# Matters:  revisions, codes and zip codes are others than were saved, for some of them only, and what was typed as "null" or "true" is no text any more.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 unstorage@1.17.6
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { createStorage } from 'unstorage';
import files from 'unstorage/drivers/fs';

for (const [name, storage] of Object.entries({ memory: createStorage(), files: createStorage({ driver: files({ base: './stored' }) }) })) {
  for (const text of ['1.10', '10001', '00926', '1E5', 'true', 'null', 'A-101']) {
    await storage.setItem('text', text);
    const read = await storage.getItem('text');
    const raw = await storage.getItemRaw('text');
    console.log(`${name}: "${text}" is ${JSON.stringify(read)}, a ${typeof read}; raw "${raw}"`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
memory: "1.10" is 1.1, a number; raw "1.10"
memory: "10001" is 10001, a number; raw "10001"
memory: "00926" is "00926", a string; raw "00926"
memory: "1E5" is 100000, a number; raw "1E5"
memory: "true" is true, a boolean; raw "true"
memory: "null" is null, a object; raw "null"
memory: "A-101" is "A-101", a string; raw "A-101"
files: "1.10" is 1.1, a number; raw "1.10"
files: "10001" is 10001, a number; raw "10001"
files: "00926" is "00926", a string; raw "00926"
files: "1E5" is 100000, a number; raw "1E5"
files: "true" is true, a boolean; raw "true"
files: "null" is null, a object; raw "null"
files: "A-101" is "A-101", a string; raw "A-101"
SEEN
