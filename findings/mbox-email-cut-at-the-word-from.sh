#!/usr/bin/env bash
# Versions: mbox-reader 1.2.0, node-mbox 2.0.0.
# Guess:    an email of an archive (mbox) ends where a line "From ", an address and a time begin the next one, behind an empty line (RFC 4155, appendix A). A
#           line in the middle of a paragraph that begins with the word "From", as archives have it that go by Content-Length, is text.
# Seen:     both end the email there: of one email they make two. The line itself is gone, and what follows is an email without a head, from nobody and
#           without a date.
# Matters:  the second half of "From the north gate on, …" is not in the record of the job, and counts as another email; so are the files that were attached
#           behind it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mbox-reader@1.2.0 node-mbox@2.0.0
cat > try.mjs <<'JS'
import { Readable } from 'node:stream';
import { mboxReader } from 'mbox-reader';
import { MboxStream } from 'node-mbox';

const body = 'The beams are these.\nFrom the north gate on they are W12.\nSee sheet 2.\n';
const head = ['From: ada@example.org', 'Subject: Beams', `Content-Length: ${body.length}`].join('\n');
const archive = `From ada@example.org Sat Jul  4 10:00:00 2026\n${head}\n\n${body}\n`;
const stream = () => Readable.from([Buffer.from(archive)]);
for await (const { content } of mboxReader(stream())) console.log(`mbox-reader: ${JSON.stringify(content.toString())}`);
MboxStream(stream()).on('data', (email) => console.log(`node-mbox: ${JSON.stringify(email.toString())}`));

JS
node try.mjs | tee seen
diff seen - <<'SEEN'
mbox-reader: "From: ada@example.org\nSubject: Beams\nContent-Length: 71\n\nThe beams are these."
mbox-reader: "See sheet 2."
node-mbox: "From: ada@example.org\nSubject: Beams\nContent-Length: 71\n\nThe beams are these.\n"
node-mbox: "See sheet 2.\n\n"
SEEN
