#!/usr/bin/env bash
# Versions: nodemailer 10.6.1 (Node 24.21.0).
# Guess:    two addresses with a space or a line between them, as a column of a spreadsheet is pasted, are two recipients, as they are with `;` and with
#           `,`, or are refused.
# Seen:     the first is the recipient, and the second is its name: To: "bo@x.test" <ada@x.test>. The email is sent, and nothing is reported of the second.
#           Of three, two are the name.
# Matters:  one client of a column gets the email, and shows it with the address of another one; the others get nothing, and the list of who was written
#           to says one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 nodemailer@10.6.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { createTransport } from 'nodemailer';

const transport = createTransport({ streamTransport: true, buffer: true });
for (const to of ['ada@x.test; bo@x.test', 'ada@x.test bo@x.test', 'ada@x.test\nbo@x.test\ncy@x.test']) {
  const { envelope, message } = await transport.sendMail({ from: 'jobs@x.test', to, text: 'Stamped.' });
  console.log(`${JSON.stringify(to)}: sent to ${envelope.to.join(' and ')}; ${/^To: .*?(?=\r?$)/m.exec(String(message))[0]}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
"ada@x.test; bo@x.test": sent to ada@x.test and bo@x.test; To: ada@x.test, bo@x.test
"ada@x.test bo@x.test": sent to ada@x.test; To: "bo@x.test" <ada@x.test>
"ada@x.test\nbo@x.test\ncy@x.test": sent to ada@x.test; To: "bo@x.test cy@x.test" <ada@x.test>
SEEN
