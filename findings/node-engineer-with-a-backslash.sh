#!/usr/bin/env bash
# Versions: Node 24.21.0, node-forge 1.4.3 to make the certificate.
# Guess:    `subject` of an `X509Certificate` has one line for each part, with the text as it is in the certificate: `CN=Jane Doe, P.E.`
# Seen:     a comma, a plus and a semicolon have a backslash before them: `Jane Doe\, P.E.`, as in names of one line (RFC 4514), although each part has
#           its own here. `toLegacyObject().subject` has the names as they are.
# Matters:  the name beside the seal of an engineer, of whom most have ", P.E.", has a backslash, and is not found among the names of the office.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 node-forge@1.4.3
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { X509Certificate } from 'node:crypto';
import forge from 'node-forge';

const { pki } = forge;
const { publicKey, privateKey } = pki.rsa.generateKeyPair(2048);
const made = pki.createCertificate();
Object.assign(made, { publicKey, serialNumber: '01' });
made.validity.notAfter = new Date('2036-01-01');
const name = [
  { name: 'commonName', value: 'Jane Doe, P.E.' },
  { name: 'organizationName', value: 'Doe + Roe; Seals' },
];
made.setSubject(name);
made.setIssuer(name);
made.sign(privateKey, forge.md.sha256.create());

const read = new X509Certificate(pki.certificateToPem(made));
console.log(read.subject);
const { CN, O } = read.toLegacyObject().subject;
console.log(`toLegacyObject(): ${CN} of ${O}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
CN=Jane Doe\, P.E.
O=Doe \+ Roe\; Seals
toLegacyObject(): Jane Doe, P.E. of Doe + Roe; Seals
SEEN
