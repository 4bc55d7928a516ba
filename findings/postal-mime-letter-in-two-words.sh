#!/usr/bin/env bash
# Versions: postal-mime 4.0.0, mailparser 3.14.2 beside it (Node 24.21.0).
# Guess:    a subject that a program wrote as two encoded words (RFC 2047), with the two bytes of an "ü" on both sides, is one text, in Base64 as in
#           quoted-printable, and so is a file name.
# Seen:     in quoted-printable, postal-mime joins them; in Base64 it reads each for itself: "Plan f��r" in the subject, and in the name of the file.
#           mailparser has the "ü" in all of them.
# Matters:  older programs break long subjects by bytes: one name of a job or a plan in some is stored with two marks in it, and is found by no
#           search.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 postal-mime@4.0.0 mailparser@3.14.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const bytes = Buffer.from('Plan für Bob');
const inBase64 = [bytes.subarray(0, 7), bytes.subarray(7)].map((part) => `=?utf-8?B?${part.toString('base64')}?=`).join('\r\n ');
const inQuotedPrintable = '=?utf-8?Q?Plan_f=C3?=\r\n =?utf-8?Q?=BCr_Bob?=';
const email = (words) => `From: a@x.test
Subject: ${words}
MIME-Version: 1.0
Content-Type: application/pdf
Content-Disposition: attachment; filename="${words}"

%PDF-1.7
`.replace(/\r?\n/g, '\r\n');
const seen = {};
for (const [name, parse] of [['postal-mime', (raw) => PostalMime.parse(raw)], ['mailparser', simpleParser]]) {
  for (const words of [inQuotedPrintable, inBase64]) {
    const { subject, attachments } = await parse(email(words));
    seen[`${name} ${words.slice(7, 10)}`] = [subject, attachments[0].filename];
  }
}
for (const one of Object.entries(seen)) console.log(JSON.stringify(one));
const whole = ['Plan für Bob', 'Plan für Bob'];
const divided = ['Plan f\ufffd\ufffdr Bob', 'Plan f\ufffd\ufffdr Bob'];
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
["postal-mime ?Q?",["Plan für Bob","Plan für Bob"]]
["postal-mime ?B?",["Plan f��r Bob","Plan f��r Bob"]]
["mailparser ?Q?",["Plan für Bob","Plan für Bob"]]
["mailparser ?B?",["Plan für Bob","Plan für Bob"]]
SEEN
