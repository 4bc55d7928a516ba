#!/usr/bin/env bash
# Versions: imapflow 2.10.2 (Node 24.21.0), Dovecot 2.3.19.1 of Debian 12 (dovecot-imapd).
# Guess:    `bodyStructure` gives each part the number by which `download` fetches it: the text of an email that is attached as part 2 is "2.1"
#           (RFC 3501, 6.4.5), whether that email has one part or several.
# Seen:     of several, it is. Where the attached email is nothing but a text, that text is "2", as the email itself: its download is the email
#           with its head, in the encoding of its transfer. "2.1", which is not in the structure, has the text.
# Matters:  of a short email that somebody passes on, fields of its head and "Q29uY3JldGU=" are read, searched and quoted in place of its words.
set -euo pipefail
[ -x /usr/lib/dovecot/imap ] || apt-get install -y dovecot-imapd >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 imapflow@2.10.2
export PATH="$folder/node_modules/.bin:$PATH"
printf '%s\n' "mail_location = maildir:$folder/box/mail" "base_dir = $folder/box" 'namespace inbox {' '  inbox = yes' '}' > dovecot.conf
mkdir box
user=
if [ "$(id -u)" = 0 ]; then
  chmod 755 .
  chown nobody box
  user='setpriv --reuid=nobody --regid=nogroup --clear-groups'
fi
export imap="$user env USER=ana HOME=$folder/box /usr/lib/dovecot/imap -c $folder/dovecot.conf"
cat > try.mjs <<'JS'
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { ImapFlow } from 'imapflow';
// A session of Dovecot that is signed in already, for the one that connects.
const server = createServer((socket) => {
  const [program, ...args] = process.env.imap.trim().split(' ');
  const { stdin, stdout } = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  socket.pipe(stdin);
  stdout.pipe(socket);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, auth: { user: 'ana', pass: 'any' }, logger: false });
await client.connect();
await client.mailboxOpen('INBOX');
const words = ['Content-Type: text/plain', 'Content-Transfer-Encoding: base64', '', 'Q29uY3JldGU='];
const several = ['Content-Type: multipart/mixed; boundary=in', '', '--in', ...words, '--in', 'Content-Type: text/csv', '', 'a,b', '--in--'];
for (const [name, email] of Object.entries({ 'a text': words, 'a text and a file': several })) {
  const around = ['Content-Type: multipart/mixed; boundary=out', '', '--out', 'Content-Type: text/plain', '', 'See below.'];
  const lines = [...around, '--out', 'Content-Type: message/rfc822', '', 'Subject: Roof', ...email, '--out--', ''];
  const { uid } = await client.append('INBOX', lines.join('\r\n'));
  const { bodyStructure } = await client.fetchOne(uid, { bodyStructure: true }, { uid: true });
  const [inner] = bodyStructure.childNodes[1].childNodes;
  const { type, part } = inner.childNodes?.[0] ?? inner;
  const content = async (number) => JSON.stringify(await text((await client.download(uid, number, { uid: true })).content));
  console.log(`${name}: ${type} is "${part}"; "${part}" has ${await content(part)}; "2.1" has ${await content('2.1')}`);
}
await client.logout();
process.exit();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
a text: text/plain is "2"; "2" has "Subject: Roof\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nQ29uY3JldGU="; "2.1" has "Concrete"
a text and a file: text/plain is "2.1"; "2.1" has "Concrete"; "2.1" has "Concrete"
SEEN
