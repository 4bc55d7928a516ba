#!/usr/bin/env bash
# Versions: web-push 3.6.7.
# Guess:    a text that is too long for a push is refused where it is encrypted, with an error that says so.
# Seen:     every length is taken. From 3,994 bytes on the body is larger than the 4,096 bytes that push services have to accept; from 4,080
#           bytes on it is cut into two records of RFC 8188, although RFC 8291 (section 4) has a sender encrypt a push in one record, of a
#           size above it, so that browsers need to read one only.
# Matters:  the notification of a long message is the one that never comes: a push service answers 413 to some, and others that are
#           accepted may be unreadable where they arrive. Who sends has to count the bytes, not the letters, before.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund web-push@3.6.7
cat > try.mjs <<'JS'
import { createECDH, randomBytes } from 'node:crypto';
import webpush from 'web-push';

const p256dh = createECDH('prime256v1').generateKeys('base64url');
const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
const vapidDetails = { subject: 'mailto:nobody@example.com', ...webpush.generateVAPIDKeys() };
for (const length of [3993, 3994, 4079, 4080, 8200]) {
  const text = 'x'.repeat(length);
  const { body } = webpush.generateRequestDetails({ endpoint: 'https://push.example/1', keys }, text, { vapidDetails });
  // The head: 16 bytes of salt, the size of a record, the length of the key, the key.
  const recordSize = body.readUInt32BE(16);
  const records = Math.ceil((body.length - 21 - body[20]) / recordSize);
  console.log(`${length} bytes of text: a body of ${body.length}, records of ${recordSize}: ${records}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
3993 bytes of text: a body of 4096, records of 4096: 1
3994 bytes of text: a body of 4097, records of 4096: 1
4079 bytes of text: a body of 4182, records of 4096: 1
4080 bytes of text: a body of 4200, records of 4096: 2
8200 bytes of text: a body of 8337, records of 4096: 3
SEEN
