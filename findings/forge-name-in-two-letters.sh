#!/usr/bin/env bash
# Versions: node-forge 1.4.3 (Node 24.21.0, whose `X509Certificate` is beside it).
# Guess:    the name in a certificate ("José Muñoz", a UTF8String, RFC 5280, 4.1.2.4) is read as that; and a certificate that an authority issues, read
#           from its file (`setIssuer(authority.subject.attributes)`), has the name of that authority.
# Seen:     it is "JosÃ© MuÃ±oz": the bytes, each as a letter. Written again they are encoded once more, so that the issued certificate has no issuer of
#           its name (`checkIssued` is false). Without accents both are right.
# Matters:  the name beside a seal is wrong for engineers with an accent, and the certificates of a firm whose own name has one form no chain.
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
function certificate(subject, issuer) {
  const made = pki.createCertificate();
  Object.assign(made, { publicKey, serialNumber: '01' });
  made.validity.notAfter = new Date('2036-01-01');
  made.setSubject(subject);
  made.setIssuer(issuer);
  made.sign(privateKey, forge.md.sha256.create());
  return pki.certificateToPem(made);
}
const named = (value) => [{ name: 'commonName', value, valueTagClass: forge.asn1.Type.UTF8 }];
for (const name of ['Jose Munoz', 'José Muñoz']) {
  const pem = certificate(named(name), named(name));
  const { subject } = pki.certificateFromPem(pem);
  const issued = new X509Certificate(certificate(named('Seal'), subject.attributes));
  const authority = new X509Certificate(pem);
  console.log(`${authority.subject}: forge ${subject.getField('CN').value}, issued ${issued.issuer}, ${issued.checkIssued(authority)}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
CN=Jose Munoz: forge Jose Munoz, issued CN=Jose Munoz, true
CN=José Muñoz: forge JosÃ© MuÃ±oz, issued CN=JosÃ© MuÃ±oz, false
SEEN
