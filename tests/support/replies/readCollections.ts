import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAdvertisement } from '../../../server/replies/advertisement.ts';
import { TooComplex } from '../../../server/replies/htmlText.ts';
import { readEmail } from '../../../server/replies/readEmail.ts';
import { emailOf, multipart, partOf } from './mime.ts';

/**
 * Reads each `.txt` of public collections of replies as an email, in several forms, and says which words of their authors are lost. None of
 * them is in this repository: `node tests/support/replies/readCollections.ts FOLDER…` reads those of email_reply_parser, of GitHub and
 * Crisp.
 */
const us = 'EV Jobs <reply+0@in.ev.test>';
const intro = `On Wed, Nov 25, 2026 at 8:41 AM ${us} wrote:`;
const notice =
  '--- Reply above this line ---\n\nHi Clara,\n\nUnsubscribe:\nhttps://jobs.ev.test/api/mail/unsubscribe/none';
const html = (text: string) =>
  text.replace(/[&<>]/g, (given) => `&#${given.charCodeAt(0)};`).replace(/\n/g, '<br>\n');

const plainPart = (body: string, encoding: 'base64' | 'quoted-printable' = 'quoted-printable') =>
  partOf({ type: 'text/plain; charset=utf-8', body, encoding });
const htmlPart = (body: string) =>
  partOf({ type: 'text/html; charset=utf-8', body, encoding: 'quoted-printable' });

const forms: Record<string, (text: string) => Buffer> = {
  plain: (text) => plainPart(text),
  HTML: (text) => htmlPart(html(text)),
  'plain and HTML': (text) =>
    multipart('alternative', [plainPart(text, 'base64'), htmlPart(`<div>${html(text)}</div>`)]),
  'above our email': (text) => plainPart(`${text}\n\n${intro}\n\n${notice.replace(/^/gm, '> ')}\n`),
  'below our email': (text) => plainPart(`${intro}\n\n${notice.replace(/^/gm, '> ')}\n\n${text}\n`),
  'with a footer of a list': (text) => multipart('mixed', [plainPart(text), plainPart('A list.')]),
};

const wordsOf = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the lines that somebody typed: not marked as quoted, above the delimiter of a signature, and not of a program. */
function typed(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const end = lines.indexOf('-- ');
  return (end === -1 ? lines : lines.slice(0, end)).filter(
    (line) => !/^\s{0,3}>/.test(line) && !isAdvertisement(line),
  );
}

/** Returns the lines of which a word is not in the text any more, in their order. */
function lostLines(text: string, read: string): string[] {
  const words = wordsOf(read);
  let at = 0;
  return typed(text).filter((line) =>
    wordsOf(line).some((word) => {
      const found = words.indexOf(word, at);
      if (found !== -1) at = found + 1;
      return found === -1;
    }),
  );
}

let [files, emails, lost] = [0, 0, 0];
for (const folder of process.argv.slice(2)) {
  for (const name of globSync('**/*.txt', { cwd: folder }).sort()) {
    const text = readFileSync(join(folder, name), 'utf8');
    files += 1;
    for (const [form, make] of Object.entries(forms)) {
      emails += 1;
      const raw = emailOf({ From: 'clara@ev.test', Subject: 'Re: Job' }, make(text));
      const mail = await readEmail(raw, ['reply+', 'jobs@ev.test']).catch((error: unknown) => {
        if (error instanceof TooComplex) return null;
        throw error;
      });
      if (!mail) {
        // Its sender is told.
        console.log(`${name}, ${form}: too complex`);
        continue;
      }
      for (const line of lostLines(text, mail.text)) {
        lost += 1;
        console.log(`${name}, ${form}: ${line}`);
      }
    }
  }
}
console.log(`${files} files, ${emails} emails, ${lost} lines with a word that was lost`);
if (files === 0 || lost > 0) process.exitCode = 1;
