#!/usr/bin/env bash
# Versions: mammoth 1.13.0, docx 9.15.2 to write the document (Node 24.21.0).
# Guess:    the text of a Word document (`extractRawText`) has all words that Word shows, and no others: those of an equation and of a field (a number
#           that the document keeps in its properties, `w:fldSimple`), and not those that are hidden (`w:vanish`).
# Seen:     equations and simple fields are left out, so "bolt 3/4 in." is "bolt  in.", and the number of the job is gone, in HTML as well; what is hidden
#           stands among the other words. Of the first two, `messages` says that "an unrecognised element was ignored".
# Matters:  a letter of an engineer is read and searched without its figures, and an internal remark that was hidden is shown to the client.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 mammoth@1.13.0 docx@9.15.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { Document, Math as Equation, MathFraction, MathRun, Packer, Paragraph, SimpleField, TextRun } from 'docx';
import mammoth from 'mammoth';

const paragraphs = [
  new Paragraph({
    children: [
      new TextRun('Bolt '),
      new Equation({ children: [new MathFraction({ numerator: [new MathRun('3')], denominator: [new MathRun('4')] })] }),
      new TextRun(' in.'),
    ],
  }),
  new Paragraph({ children: [new TextRun('Job '), new SimpleField('DOCPROPERTY Job', '4471'), new TextRun('.')] }),
  new Paragraph({ children: [new TextRun('Fee as agreed.'), new TextRun({ text: ' Charge more.', vanish: true })] }),
];
const buffer = await Packer.toBuffer(new Document({ sections: [{ children: paragraphs }] }));
const { value, messages } = await mammoth.extractRawText({ buffer });
console.log(value.split('\n\n').filter(Boolean).map((line) => JSON.stringify(line)).join(' '));
console.log((await mammoth.convertToHtml({ buffer })).value);
for (const { message } of messages) console.log(message);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
"Bolt  in." "Job ." "Fee as agreed. Charge more."
<p>Bolt  in.</p><p>Job .</p><p>Fee as agreed. Charge more.</p>
An unrecognised element was ignored: {http://schemas.openxmlformats.org/officeDocument/2006/math}oMath
An unrecognised element was ignored: w:fldSimple
SEEN
