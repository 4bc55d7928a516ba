#!/usr/bin/env bash
# Versions: workbox-range-requests 7.4.1 (Node 24.21.0), its `createPartialResponse`, which RangeRequestsPlugin calls.
# Guess:    of a file in the cache, a range that ends beyond it is cut at its end ("the remainder of the representation", RFC 9110, 14.1.2), and so are
#           the last 99 bytes of 10; one that begins beyond it is answered with 416.
# Seen:     it is the other way round: the first two are a 416, without the size in a Content-Range, and the last one is a 206 of no bytes, "20-9/10".
#           A range that ends one byte too late is a 206 that says that it has 11 bytes of 10.
# Matters:  whoever asks in pieces of a fixed size, as players and readers of PDFs do, gets no last piece offline, where the same request works on the
#           server; and who goes on until 416 never ends.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 workbox-range-requests@7.4.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
globalThis.self = globalThis;
for (const name of ['debug', 'error', 'groupCollapsed', 'log', 'warn']) console[name] = () => {};
const { createPartialResponse } = await import('workbox-range-requests/createPartialResponse.js');
for (const range of ['bytes=0-4', 'bytes=-4', 'bytes=5-9', 'bytes=5-10', 'bytes=5-99', 'bytes=-99', 'bytes=20-']) {
  const response = await createPartialResponse(new Request('http://ev.test/plan.pdf', { headers: { range } }), new Response('0123456789'));
  console.info(`${range}: ${response.status}, ${response.headers.get('content-range')}, "${await response.text()}"`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
bytes=0-4: 206, bytes 0-4/10, "01234"
bytes=-4: 206, bytes 6-9/10, "6789"
bytes=5-9: 206, bytes 5-9/10, "56789"
bytes=5-10: 206, bytes 5-10/10, "56789"
bytes=5-99: 416, null, ""
bytes=-99: 416, null, ""
bytes=20-: 206, bytes 20-9/10, ""
SEEN
