#!/usr/bin/env bash
# Versions: @tanstack/react-router 1.170.46, react 19.3.1 (Node 24.21.0).
# Guess:    a value in an address that comes from outside (an email, a scanner, a bookmark) is read as a number only where that number is the same
#           text again: a tracking number of 22 digits, the revision 1.10 and the code 1E5 stay texts, as the zip code 00926 does.
# Seen:     they are 9.4001118992231e+21, 1.1 and 100000, and the router writes its links so from then on. Only what is no JSON, such as 00926, stays
#           a text. A schema in `validateSearch` sees them only after that, when the digits are gone; only another `parseSearch` keeps them.
# Matters:  a link from an email or from another program opens another parcel, another revision or none, and is passed on like that.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @tanstack/react-router@1.170.46 react@19.3.1 react-dom@19.3.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';

async function open(address) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createRootRoute({ validateSearch: (search) => search }), history });
  await router.load();
  return `${JSON.stringify(router.state.matches[0].search)}, linked as ${router.buildLocation({ to: '.', search: true }).href}`;
}
for (const search of ['tracking=9400111899223100001234', 'revision=1.10', 'code=1E5', 'zip=00926'])
  console.log(`${search}: ${await open(`/?${search}`)}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
tracking=9400111899223100001234: {"tracking":9.4001118992231e+21}, linked as /?tracking=9.4001118992231e%2B21
revision=1.10: {"revision":1.1}, linked as /?revision=1.1
code=1E5: {"code":100000}, linked as /?code=100000
zip=00926: {"zip":"00926"}, linked as /?zip=00926
SEEN
