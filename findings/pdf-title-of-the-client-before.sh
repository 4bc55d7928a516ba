#!/usr/bin/env bash
# Versions: pdf-lib 1.17.1, mupdf 1.28.1, pdfjs-dist 6.5.438 to read them (Node 24.21.0).
# Guess:    a document that is given a title and an author (`setTitle`, `setAuthor`, `setMetaData`) has those and no others.
# Seen:     a PDF has them in two places (/Info and the XMP of /Metadata, ISO 32000, 14.3), and both libraries change the first one only. The second,
#           for which PDF 2.0 gives up the first, and which the viewer of PDF.js shows in the title of its window, has those of before.
# Matters:  a report that was made from that of another client, or from a template, goes out with that client's name in the title of the window, while
#           the program that wrote it reads back the new one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdf-lib@1.17.1 mupdf@1.28.1 pdfjs-dist@6.5.438
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import * as mupdf from 'mupdf';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const pdf = (...objects) => {
  let file = '%PDF-1.7\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  return Buffer.from(`${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
};

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">For Ada Roe</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>Old Firm</rdf:li></rdf:Seq></dc:creator>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const file = pdf(
  '<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Resources << >> >>',
  `<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>\nstream\n${xmp}\nendstream`,
  '<< /Title (For Ada Roe) /Author (Old Firm) >>',
);
async function show(what, bytes) {
  const { info, metadata } = await (await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise).getMetadata();
  console.log(`${what}: Info ${info.Title}, ${info.Author}; XMP ${metadata.get('dc:title')}, ${metadata.get('dc:creator')}`);
}
await show('before', file);
const first = await PDFDocument.load(file);
first.setTitle('For Bob Lee');
first.setAuthor('New Firm');
await show('pdf-lib', await first.save());
const second = mupdf.Document.openDocument(file, 'application/pdf');
second.setMetaData('info:Title', 'For Bob Lee');
second.setMetaData('info:Author', 'New Firm');
await show('mupdf', second.saveToBuffer().asUint8Array());
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
before: Info For Ada Roe, Old Firm; XMP For Ada Roe, Old Firm
pdf-lib: Info For Bob Lee, New Firm; XMP For Ada Roe, Old Firm
mupdf: Info For Bob Lee, New Firm; XMP For Ada Roe, Old Firm
SEEN
