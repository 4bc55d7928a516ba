#!/usr/bin/env bash
# Versions: tus-js-client 4.3.1, @tus/server 2.4.5, @tus/file-store 2.1.1 (Node 24.21.0).
# Guess:    a plan that was sent for job A, and is sent for job B then (`metadata: { job }`), is an upload of its own, also where the program looks for
#           one to go on with first (`findPreviousUploads`, `resumeFromPreviousUpload`, as the documentation has it): the other one is finished.
# Seen:     a finished upload is found as well, by the file and the address alone, whatever its metadata. The client hears that all is there, and calls
#           `onSuccess`; the server hears nothing of job B. Without looking for one it is sent. `removeFingerprintOnSuccess`, off by default,
#           forgets finished ones, some time after `onSuccess`.
# Matters:  the same photo or standard sheet for a second job counts as sent, and the job never has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 tus-js-client@4.3.1 @tus/server@2.4.5 @tus/file-store@2.1.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import * as tus from 'tus-js-client';

mkdirSync('store');
writeFileSync('plan.pdf', 'a plan');
const done = [];
const tusServer = new Server({
  path: '/files',
  datastore: new FileStore({ directory: 'store' }),
  onUploadFinish: async (_, { metadata }) => {
    done.push(metadata.job);
    return {};
  },
});
const server = createServer((request, response) => tusServer.handle(request, response));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const endpoint = `http://127.0.0.1:${server.address().port}/files`;

const send = (job, looks, urlStorage) =>
  new Promise((resolve, reject) => {
    const onSuccess = () => resolve(job);
    const upload = new tus.Upload(createReadStream('plan.pdf'), { endpoint, metadata: { job }, urlStorage, onSuccess, onError: reject });
    upload.findPreviousUploads().then(([previous]) => {
      if (looks && previous) upload.resumeFromPreviousUpload(previous);
      upload.start();
    }, reject);
  });

for (const looks of [true, false]) {
  const urlStorage = new tus.FileUrlStorage(`${looks}.json`);
  const sent = [await send('A', looks, urlStorage), await send('B', looks, urlStorage)];
  console.log(`looks for one before: ${looks}; the client sent ${sent}, the server has ${done.splice(0)}`);
}
server.closeAllConnections();
server.close();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
looks for one before: true; the client sent A,B, the server has A
looks for one before: false; the client sent A,B, the server has A,B
SEEN
