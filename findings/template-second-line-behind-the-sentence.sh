#!/usr/bin/env bash
# Versions: easy-template-x 7.2.8, docxtemplater 3.71.0 (with pizzip 3.3.0) beside it, docx 9.15.2 to write the template (Node 24.21.0).
# Guess:    a text of several lines that is put into a sentence of a Word template ("Gate: {note}; by {who}.") stands there with its lines, and the sentence goes
#           on behind it.
# Seen:     easy-template-x puts the first line there, then the rest of the sentence, and the other lines behind that: "Gate: code 4471; by Ada.", "ring twice". It
#           is right where the field ends the sentence, or stands in a piece (`w:r`) of its own, as Word makes one where its format changes.
#           docxtemplater, with `linebreaks`, has it right.
# Matters:  in a letter or a report the words of a client stand in other sentences, in some templates, and only for those who pressed Enter.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 easy-template-x@7.2.8 docxtemplater@3.71.0 pizzip@3.3.0 docx@9.15.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { Document, Packer, Paragraph, TextRun } from 'docx';
import Docxtemplater from 'docxtemplater';
import { TemplateHandler } from 'easy-template-x';
import PizZip from 'pizzip';

const data = { note: 'code 4471\nring twice', who: 'Ada' };
const lines = (zip) =>
  zip
    .file('word/document.xml')
    .asText()
    .replace(/<w:br[^>]*>/g, ' | ')
    .replace(/<[^>]+>/g, '');
for (const pieces of [['Gate: {note}; by {who}.'], ['Gate: ', '{note}', '; by {who}.'], ['By {who}: {note}']]) {
  const children = pieces.map((piece) => new TextRun(piece));
  const template = await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph({ children })] }] }));
  const byDocxtemplater = new Docxtemplater(new PizZip(template), { linebreaks: true });
  byDocxtemplater.render(data);
  console.log(`"${pieces.join('" and "')}":`);
  console.log(`  easy-template-x: ${lines(new PizZip(await new TemplateHandler().process(template, data)))}`);
  console.log(`  docxtemplater: ${lines(byDocxtemplater.getZip())}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
"Gate: {note}; by {who}.":
  easy-template-x: Gate: code 4471; by Ada. | ring twice
  docxtemplater: Gate: code 4471 | ring twice; by Ada.
"Gate: " and "{note}" and "; by {who}.":
  easy-template-x: Gate: code 4471 | ring twice; by Ada.
  docxtemplater: Gate: code 4471 | ring twice; by Ada.
"By {who}: {note}":
  easy-template-x: By Ada: code 4471 | ring twice
  docxtemplater: By Ada: code 4471 | ring twice
SEEN
