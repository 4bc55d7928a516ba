#!/usr/bin/env bash
# Versions: @tus/server 2.4.5, @tus/file-store 2.1.1 (Node 24.21.0).
# Guess:    `cleanUpExpiredUploads()` removes the uploads that were begun and not finished in time (`expirationPeriodInMilliseconds`, "before an
#           ongoing upload is considered expired"), and leaves the finished ones: `Upload-Expires` is for unfinished uploads only.
# Seen:     it removes both: the finished file and its metadata are gone. Only a file of no bytes stays. Once the time is over, a HEAD of a
#           finished upload says 410 also before that, while a GET still has the file.
# Matters:  a server that cleans up every night deletes the plans and photos of its users, and counts them as leftovers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @tus/server@2.4.5 @tus/file-store@2.1.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
const datastore = new FileStore({ directory: 'files', expirationPeriodInMilliseconds: 1000 });
const tus = new Server({ path: '/files', datastore });
const server = createServer((request, response) => tus.handle(request, response));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const call = (method, url, headers = {}, body = undefined) =>
  fetch(new URL(url, `http://127.0.0.1:${server.address().port}`), { method, headers: { 'Tus-Resumable': '1.0.0', ...headers }, body });
async function upload(size, bytes) {
  const created = await call('POST', '/files', { 'Upload-Length': String(size) });
  const url = created.headers.get('location');
  const headers = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };
  if (bytes) await call('PATCH', url, headers, bytes);
  return url;
}
const uploads = {
  'finished, 4 bytes': await upload(4, 'plan'),
  'finished, 0 bytes': await upload(0, ''),
  'not finished': await upload(4, 'pl'),
};
const statuses = async (when) => {
  for (const [name, url] of Object.entries(uploads))
    console.log(`${when}, ${name}: HEAD ${(await call('HEAD', url)).status}, GET ${(await call('GET', url)).status}`);
};
await new Promise((resolve) => setTimeout(resolve, 1500));
await statuses('expired');
console.log('removed:', await tus.cleanUpExpiredUploads());
await statuses('cleaned');
process.exit();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
expired, finished, 4 bytes: HEAD 410, GET 200
expired, finished, 0 bytes: HEAD 410, GET 200
expired, not finished: HEAD 410, GET 404
removed: 2
cleaned, finished, 4 bytes: HEAD 404, GET 404
cleaned, finished, 0 bytes: HEAD 410, GET 200
cleaned, not finished: HEAD 404, GET 404
SEEN
