#!/usr/bin/env bash
# Versions: Chromium 153 (@sparticuz/chromium 153.0.0, puppeteer-core 25.16.0), pdfjs-dist 6.5.438 to measure (Node 24.21.0).
# Guess:    what is an inch in CSS is an inch on paper (`page.pdf({ format: 'letter' })`, whose `scale` is 1): a scale bar or a square of 1in has 72 pt, and a
#           table that is wider than the page is cut at its edge.
# Seen:     one thing that is too wide makes all of the document smaller, also on the pages before it, down to two thirds: beside a table of 900 pixels, where
#           the page has room for 720, an inch has 57.6 pt; from 1,080 pixels on it has 48, and only the rest of the table is cut. Nothing says so.
# Matters:  a detail at 1 in. = 1 ft, or a sheet of labels, is printed at another scale because of a long word or a wide table three pages on, and is
#           measured.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export TMPDIR="$folder" VERCEL=1
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @sparticuz/chromium@153.0.0 puppeteer-core@25.16.0 pdfjs-dist@6.5.438
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import chromium from '@sparticuz/chromium';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import puppeteer from 'puppeteer-core';

const browser = await puppeteer.launch({ args: [...chromium.args, '--no-sandbox'], executablePath: await chromium.executablePath(), headless: 'shell' });
const page = await browser.newPage();
for (const width of [720, 900, 1080, 2000]) {
  await page.setContent(`<!doctype html><style>body { margin: 0 }</style><svg style="display: block; width: 1in; height: 1in"><rect width="96" height="96" fill="red" /></svg>
<div style="break-before: page; width: ${width}px; height: 20px; background: silver"></div>`);
  const file = await page.pdf({ format: 'letter', printBackground: true, margin: { left: '0.5in', right: '0.5in', top: '0.5in', bottom: '0.5in' } });
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const first = await document.getPage(1);
  const { fnArray, argsArray } = await first.getOperatorList();
  // The transformations before the square, and its own size, give its size on paper.
  let scale = 1;
  let size;
  for (const [index, operator] of fnArray.entries()) {
    if (operator === OPS.transform) scale *= argsArray[index][0];
    if (operator === OPS.constructPath && size === undefined) size = scale * (argsArray[index][2][2] - argsArray[index][2][0]);
  }
  console.log(`table of ${width} px: a square of 1 in. has ${size.toFixed(1)} pt; ${document.numPages} pages`);
}
await browser.close();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
table of 720 px: a square of 1 in. has 72.0 pt; 2 pages
table of 900 px: a square of 1 in. has 57.6 pt; 2 pages
table of 1080 px: a square of 1 in. has 48.0 pt; 2 pages
table of 2000 px: a square of 1 in. has 48.0 pt; 2 pages
SEEN
