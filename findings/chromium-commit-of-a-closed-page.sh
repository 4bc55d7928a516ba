#!/usr/bin/env bash
# Versions: Chromium 153 (@sparticuz/chromium 153.0.0, puppeteer-core 25.16.0, Node 24.21.0), its IndexedDB.
# Guess:    a page that is closed after `put` and `commit()` has its text stored, whatever another window of the site is writing: the requests
#           have left, nobody has aborted the transaction, and it commits once its turn comes.
# Seen:     so it is, but where it has to wait for another window's transaction as it is closed: then nothing is stored, though the same page, left
#           open, has it stored.
# Matters:  what is typed last is saved as a form is left (`pagehide`, `visibilitychange`), by just this write. With the app in two windows, or a
#           service worker that writes to the same store, the last words are gone now and then, without an error that anyone could see.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# The package unpacks its browser here, and with VERCEL the libraries that it needs.
export TMPDIR="$folder" VERCEL=1
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @sparticuz/chromium@153.0.0 puppeteer-core@25.16.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { createServer } from 'node:http';
import chromium from '@sparticuz/chromium';
import puppeteer from 'puppeteer-core';

const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>')).listen(0, '127.0.0.1');
const browser = await puppeteer.launch({ args: [...chromium.args, '--no-sandbox'], executablePath: await chromium.executablePath(), headless: 'shell' });
async function open() {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(async () => {
    const opening = indexedDB.open('notes', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('drafts');
    globalThis.db = await new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
  });
  return page;
}
/** Writes as a page does that is left. */
const write = (page, text) =>
  page.evaluate((text) => {
    const tx = db.transaction('drafts', 'readwrite');
    tx.objectStore('drafts').put(text, 'draft');
    tx.commit();
  }, text);
const read = (page) =>
  page.evaluate(() => new Promise((resolve) => {
    const get = db.transaction('drafts').objectStore('drafts').get('draft');
    get.onsuccess = () => resolve(get.result ?? 'nothing');
  }));
/** Begins a transaction of another window that ends when it is told to. */
const hold = (page) =>
  page.evaluate(() => {
    globalThis.isHeld = true;
    const tx = db.transaction('drafts', 'readwrite');
    const next = () => { if (isHeld) tx.objectStore('drafts').count().onsuccess = next; };
    next();
  });
const free = (page) => page.evaluate(() => (globalThis.isHeld = false));

const other = await open();
let page = await open();
await write(page, 'alone');
await page.close();
console.log(`closed, with no other transaction: ${await read(other)}`);

page = await open();
await hold(other);
await write(page, 'behind another, and open');
await free(other);
console.log(`not closed, behind that of another window: ${await read(other)}`);
await page.close();

page = await open();
await hold(other);
await write(page, 'behind another, and closed');
await page.close();
await free(other);
console.log(`closed, behind that of another window: ${await read(other)}`);
await browser.close();
server.close();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
closed, with no other transaction: alone
not closed, behind that of another window: behind another, and open
closed, behind that of another window: behind another, and open
SEEN
