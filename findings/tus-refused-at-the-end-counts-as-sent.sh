#!/usr/bin/env bash
# Versions: tus-js-client 4.3.1, @tus/server 2.4.5, @tus/file-store 2.1.1 (Node 24.21.0).
# Guess:    where the server fails or refuses at the end of an upload (`onUploadFinish` throws: no row could be written, or the file is no
#           PDF), the client ends in `onError`, once its tries are used up; and each try calls the server's hook again.
# Seen:     after a 500, the client asks how far it got, hears that all is there, and calls `onSuccess`. The hook is called once. After a 422
#           it ends in `onError`; but the same file, resumed at its address, is a success, and the hook is not called at all.
# Matters:  the user reads that the plan was sent, and the job never has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 tus-js-client@4.3.1 @tus/server@2.4.5 @tus/file-store@2.1.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { Upload } from 'tus-js-client';
let answer;
let calls = 0;
const onUploadFinish = async () => {
  calls += 1;
  throw answer;
};
const tus = new Server({ path: '/files', datastore: new FileStore({ directory: 'files' }), onUploadFinish });
const methods = [];
const server = createServer((request, response) => {
  methods.push(request.method);
  tus.handle(request, response);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const endpoint = `http://127.0.0.1:${server.address().port}/files`;
async function send(name, options = {}) {
  calls = methods.length = 0;
  const { ended, url } = await new Promise((resolve) => {
    const end = (ended) => resolve({ ended, url: upload.url });
    const handlers = { onSuccess: () => end('onSuccess'), onError: (error) => end(`onError ${error.originalResponse?.getStatus()}`) };
    const upload = new Upload(Buffer.alloc(1000), { endpoint, retryDelays: [0, 100], ...handlers, ...options });
    upload.start();
  });
  console.log(`${name}: ${methods.join(', ')}; the hook was called ${calls} times; ${ended}`);
  return url;
}
answer = new Error('the database is away');
await send('500');
answer = { status_code: 422, body: 'not a PDF' };
const uploadUrl = await send('422');
await send('422, resumed', { uploadUrl });
server.close();
process.exit();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
500: POST, PATCH, HEAD; the hook was called 1 times; onSuccess
422: POST, PATCH; the hook was called 1 times; onError 422
422, resumed: HEAD; the hook was called 0 times; onSuccess
SEEN
