#!/usr/bin/env bash
# Versions: @signpdf/utils, @signpdf/signpdf and @signpdf/placeholder-pdf-lib 3.3.0, pdf-lib 1.17.1 (Node 24.21.0).
# Guess:    `extractSignature` gives the signature as it was put in, whatever its last byte: how long it is, it says itself (DER), and the zeros
#           behind it only fill its place.
# Seen:     all zeros at the end are taken for filling: a signature that ends in the byte 00, as one of 256 does, comes out one byte short of what it says,
#           and one that ends in two of them two bytes. Nothing fails.
# Matters:  one of 256 sealed documents counts as damaged in a check, or its seal is stored without its end, while the same code does well in every test.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @signpdf/utils@3.3.0 @signpdf/signpdf@3.3.0 @signpdf/placeholder-pdf-lib@3.3.0 pdf-lib@1.17.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { pdflibAddPlaceholder } from '@signpdf/placeholder-pdf-lib';
import { SignPdf } from '@signpdf/signpdf';
import { extractSignature, Signer } from '@signpdf/utils';
import { PDFDocument } from 'pdf-lib';

const document = await PDFDocument.create();
document.addPage([200, 200]);
pdflibAddPlaceholder({ pdfDoc: document, reason: 'Seal', contactInfo: '', name: 'EV', location: 'San Juan', signatureLength: 64 });
const plan = Buffer.from(await document.save({ useObjectStreams: false }));
/** Stands for a signature: a SEQUENCE of one OCTET STRING, with these last bytes. */
const der = (...end) => Buffer.from([0x30, 8, 4, 6, 1, 2, 3, 4, ...end]);
async function extracted(signature) {
  const signer = Object.assign(new Signer(), { sign: async () => signature });
  return Buffer.from(extractSignature(await new SignPdf().sign(plan, signer)).signature, 'latin1');
}
const changed = [];
for (let last = 0; last < 256; last += 1) if (!(await extracted(der(5, last))).equals(der(5, last))) changed.push(last);
console.log(`of 256 last bytes, not as put in: ${changed}`);
for (const end of [[5, 6], [5, 0], [0, 0]]) console.log(`${der(...end).toString('hex')}: ${(await extracted(der(...end))).toString('hex')}`);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
of 256 last bytes, not as put in: 0
30080406010203040506: 30080406010203040506
30080406010203040500: 300804060102030405
30080406010203040000: 3008040601020304
SEEN
