#!/usr/bin/env bash
# Versions: @orama/orama 3.1.18 (Node 24.21.0), with its default language, English.
# Guess:    "Muñoz" is one word in an index in English too: it is found by Muñoz, and perhaps by Munoz, as é and e are one for it; nothing else is.
# Seen:     the ñ is taken for a space: Muñoz is "mu" and "oz". So Muñoz finds the Ozone Lab, "oz" finds Muñoz, "Peñuelas" finds "Uelas", and Munoz finds nothing.
#           José is found by jose. With `language: 'spanish'` all are found by both, and alone.
# Matters:  in an office where each third client has such a name, a search of clients or towns gives others, and none for who has no ñ on the keyboard.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @orama/orama@3.1.18
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { create, insert, search } from '@orama/orama';

for (const language of ['english', 'spanish']) {
  const database = create({ schema: { name: 'string' }, language });
  for (const name of ['Muñoz', 'Ozone Lab', 'Peñuelas', 'Uelas', 'José']) await insert(database, { name });
  for (const term of ['Muñoz', 'Munoz', 'oz', 'Peñuelas', 'Penuelas', 'José', 'jose']) {
    const { hits } = await search(database, { term });
    console.log(`${language}, ${term}: ${hits.map(({ document }) => document.name).sort().join(', ') || 'nothing'}`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
english, Muñoz: Muñoz, Ozone Lab
english, Munoz: nothing
english, oz: Muñoz, Ozone Lab
english, Peñuelas: Peñuelas, Uelas
english, Penuelas: nothing
english, José: José
english, jose: José
spanish, Muñoz: Muñoz
spanish, Munoz: Muñoz
spanish, oz: Ozone Lab
spanish, Peñuelas: Peñuelas
spanish, Penuelas: Peñuelas
spanish, José: José
spanish, jose: José
SEEN
