#!/usr/bin/env bash
# Versions: mailparser 3.14.2, postal-mime 4.0.0, nodemailer 10.6.1 (Node 24.21.0).
# Guess:    a part with a file name is an attachment beside a text that has none, also where it has no Content-Disposition or `inline`, as
#           mail programs list it: a text file, and a PDF that a scanner calls `text/plain` (`text/plain; name="Scan.pdf"`).
# Seen:     both parsers read every named part of type text/plain or text/html aloud, as if the sender had typed it, and list no file: the bytes
#           of the PDF stand in the text, decoded as letters. `text/csv` is attached. A text file that nodemailer sends with
#           `contentDisposition: 'inline'` is lost in the same way.
# Matters:  pages of a log stand in the sender's answer, or "%PDF-1.7", and the plan that they sent is nowhere.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 mailparser@3.14.2 postal-mime@4.0.0 nodemailer@10.6.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { simpleParser } from 'mailparser';
import nodemailer from 'nodemailer';
import PostalMime from 'postal-mime';
const part = (head, body) => ['--edge', ...head, 'Content-Transfer-Encoding: base64', '', Buffer.from(body).toString('base64')];
const emailWith = (...head) => {
  const words = part(['Content-Type: text/plain'], 'See it.\n');
  const file = part(head, head[0].includes('pdf') ? '%PDF-1.7' : 'B1,14');
  return ['From: ana@firm.test', 'Content-Type: multipart/mixed; boundary=edge', '', ...words, ...file, '--edge--', ''].join('\r\n');
};
const attached = { filename: 'Loads.txt', content: 'B1,14', contentDisposition: 'inline' };
const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
const sent = await transport.sendMail({ from: 'ana@firm.test', to: 'bob@builder.test', text: 'See it.', attachments: [attached] });
const emails = {
  'Loads.csv': emailWith('Content-Type: text/csv; name="Loads.csv"'),
  'Loads.txt': emailWith('Content-Type: text/plain; name="Loads.txt"'),
  'Loads.txt, inline': emailWith('Content-Type: text/plain', 'Content-Disposition: inline; filename="Loads.txt"'),
  'Loads.txt by nodemailer': sent.message,
  'Scan.pdf': emailWith('Content-Type: text/plain; name="Scan.pdf"'),
};
for (const [name, email] of Object.entries(emails)) {
  for (const [parser, read] of Object.entries({ mailparser: simpleParser, 'postal-mime': PostalMime.parse })) {
    const { text, attachments } = await read(email);
    console.log(`${name}, ${parser}: text ${JSON.stringify(text.trim())}, attached: ${attachments.map(({ filename }) => filename)}`);
  }
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
Loads.csv, mailparser: text "See it.", attached: Loads.csv
Loads.csv, postal-mime: text "See it.", attached: Loads.csv
Loads.txt, mailparser: text "See it.\n\nB1,14", attached: 
Loads.txt, postal-mime: text "See it.\n\nB1,14", attached: 
Loads.txt, inline, mailparser: text "See it.\n\nB1,14", attached: 
Loads.txt, inline, postal-mime: text "See it.\n\nB1,14", attached: 
Loads.txt by nodemailer, mailparser: text "See it.\nB1,14", attached: 
Loads.txt by nodemailer, postal-mime: text "See it.\n\nB1,14", attached: 
Scan.pdf, mailparser: text "See it.\n\n%PDF-1.7", attached: 
Scan.pdf, postal-mime: text "See it.\n\n%PDF-1.7", attached: 
SEEN
