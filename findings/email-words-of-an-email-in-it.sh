#!/usr/bin/env bash
# Versions: mailparser 3.14.2 (Node 24.21.0).
# Guess:    an email that comes with another one attached (message/rfc822) has the text that its sender wrote, and one attachment, whether
#           the other one is marked as an attachment, as `inline` or not at all.
# Seen:     marked `inline`, it is no attachment: its From, Subject and text stand in the middle of the sender's, as if they had written
#           them, and its files are theirs. Unmarked, it is an attachment without a name.
# Matters:  what somebody else wrote long ago is taken for the answer, and so are their files.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 mailparser@3.14.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { simpleParser } from 'mailparser';
const part = (head, ...body) => ['--outer', ...head, '', ...body];
const other = [
  'From: bob@builder.test',
  'Subject: Approved',
  'Content-Type: multipart/mixed; boundary=inner',
  '',
  ...['--inner', 'Content-Type: text/plain', '', 'Go ahead and pour.'],
  ...['--inner', 'Content-Type: text/csv', 'Content-Disposition: attachment; filename=bars.csv', '', 'bar,count', '--inner--'],
];
for (const mark of ['attachment; filename=mail.eml', 'inline', '']) {
  const email = [
    'From: ana@firm.test',
    'Content-Type: multipart/mixed; boundary=outer',
    '',
    ...part(['Content-Type: text/plain'], 'Is this still so?'),
    ...part(['Content-Type: message/rfc822', ...(mark ? [`Content-Disposition: ${mark}`] : [])], ...other),
    ...part(['Content-Type: text/plain'], 'Ana'),
    '--outer--',
  ];
  const { text, attachments } = await simpleParser(email.join('\r\n'));
  const files = attachments.map(({ contentType, filename }) => `${contentType} ${filename ?? '(no name)'}`);
  console.log(`${mark || 'unmarked'}: ${JSON.stringify(text)}, attached: ${files}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
attachment; filename=mail.eml: "Is this still so?\nAna", attached: message/rfc822 mail.eml
inline: "Is this still so?\n\nFrom: bob@builder.test\nSubject: Approved\n\nGo ahead and pour.\nAna", attached: text/csv bars.csv
unmarked: "Is this still so?\nAna", attached: message/rfc822 (no name)
SEEN
