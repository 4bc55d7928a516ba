#!/usr/bin/env bash
# Versions: busboy 1.6.0, formidable 3.5.4 beside it (Node 24.21.0, with its own `FormData` and `Response`).
# Guess:    a file that a browser sends by a form arrives with its name, also where that has the sign of inches: `Beam 12" x 20'.pdf`, which a Mac
#           allows. A form has the sign as %22 (HTML, "multipart/form-data encoding algorithm").
# Seen:     formidable and `formData()` read it back. busboy, by which Multer and others read forms, leaves it: the file is called `Beam 12%22 x 20'.pdf`.
# Matters:  plans have a size in their names that nobody can read, and the same file is another one when it is sent again by another way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 busboy@1.6.0 formidable@3.5.4
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { Readable } from 'node:stream';
import busboy from 'busboy';
import { formidable } from 'formidable';

const sent = new FormData();
sent.append('plan', new File(['A-101'], `Beam 12" x 20'.pdf`));
const form = new Response(sent);
const headers = { 'content-type': form.headers.get('content-type') };
const bytes = Buffer.from(await form.arrayBuffer());

const whole = await new Response(bytes, { headers }).formData();
console.log(`formData(): ${whole.get('plan').name}`);
headers['content-length'] = String(bytes.length);
const [, files] = await formidable({}).parse(Object.assign(Readable.from([bytes]), { headers }));
console.log(`formidable: ${files.plan[0].originalFilename}`);
busboy({ headers })
  .on('file', (_, file, { filename }) => console.log(`busboy: ${filename}`))
  .end(bytes);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
formData(): Beam 12" x 20'.pdf
formidable: Beam 12" x 20'.pdf
busboy: Beam 12%22 x 20'.pdf
SEEN
