import { isAllowedFile } from '../../src/contract/files/files.ts';
import { isReplyMarker } from '../mail/replyMarker.ts';
import { partOf, picturesIn } from './emailParts.ts';
import type { EmailPart } from './emailReader.ts';
import { saysMore } from './htmlMeaning.ts';
import { htmlText, TooComplex } from './htmlText.ts';
import type { MimePart } from './mimeTree.ts';
import { partText } from './partText.ts';
import { cleanText, replyText } from './replyText.ts';

/** What is read of an email: what its sender wrote, the whole text, and the files. */
export type EmailTexts = { text: string; whole: string; files: EmailPart[] };

type ReadOptions = {
  /** Our addresses as a quote names them, in lower case. */
  ours: readonly string[];
  /** Whether somebody passed another email on: quotes are what they want to say. */
  isForward: boolean;
};
/** `hasOwn`: see `hasOwnText`; found when it is first asked for, by few emails. */
type Reading = ReadOptions & { hasOwn: () => boolean };

/** Names of texts that have none of their own: Exchange, phone companies and others give them to what was typed. */
const madeUpName =
  /^(att[-_]?\d{1,6}|text[-_]?\d{1,16}|smiltextpartfilename\d{0,3}|part[-_ ]?[\d.]{1,12}|untitled\S{0,12}|noname|unnamed|mime-attachment|attached message part|message-?footer)(\.(txt|html?|plain))?$/i;
/** Other texts than these two are read as they are where they stand alone (RFC 2046, 4.1.4). */
const isPlainOrHtml = /^text\/(plain|html)$/;
const isText = /^text\/(plain|html|enriched|richtext|(x-)?markdown)$/;
const reaction = 'text/vnd.google.email-reaction+json';

/** Whether a part has the name of a PDF, ZIP or picture, whatever its type says. */
function isNamedFile({ fileName, content }: MimePart): boolean {
  return isAllowedFile({ name: fileName.trim(), type: '', size: content.length });
}

function isUnnamedText(part: MimePart): boolean {
  const name = part.fileName.trim();
  return isText.test(part.contentType) && (name === '' || (madeUpName.test(name) && !isNamedFile(part)));
}

/** Whether an email has a text, with words in it, that is no file whatever else it has. */
function hasOwnText(part: MimePart): boolean {
  return (isUnnamedText(part) && hasWords(part)) || part.parts.some(hasOwnText);
}

function hasWords(part: MimePart): boolean {
  const text = partText(part);
  if (part.contentType !== 'text/html') return /\S/.test(text);
  try {
    return cleanText(htmlText(text)) !== '';
  } catch (error) {
    if (error instanceof TooComplex) return true;
    throw error;
  }
}

/**
 * Whether a part is text to be read, and not a file. A named text that does not say which of both it is was attached, as mail programs
 * show it, unless there is nothing else to read, as in a text message from a phone.
 */
function isRead(part: MimePart, { hasOwn }: Reading): boolean {
  const { contentType, disposition } = part;
  if (isUnnamedText(part)) return true;
  if (!isText.test(contentType) || isNamedFile(part)) return false;
  return disposition === 'inline' || (disposition === '' && !hasOwn());
}

function plainTexts(text: string, { ours }: Reading): EmailTexts {
  const whole = cleanText(text);
  return { text: replyText(whole, ours), whole, files: [] };
}

function htmlTexts(html: string, { ours, isForward }: Reading): EmailTexts {
  const whole = cleanText(htmlText(html));
  const isWhole = isForward || whole.split('\n').some(isReplyMarker);
  const read = isWhole ? whole : cleanText(htmlText(html, { withoutQuotes: true }));
  return { text: replyText(read, ours), whole, files: picturesIn(html) };
}

/** Joins what was read of parts, in their order. */
function joined(all: readonly EmailTexts[]): EmailTexts {
  const of = (texts: string[]) => texts.filter((text) => text !== '').join('\n\n');
  return {
    text: of(all.map(({ text }) => text)),
    whole: of(all.map(({ whole }) => whole)),
    files: all.flatMap(({ files }) => files),
  };
}

/** Returns the words of a text that another one lacks. */
function lacking(text: string, other: string): string[] {
  const words = (given: string) =>
    given
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const has = new Set(words(other));
  return words(text).filter((word) => !has.has(word));
}

/** Of two forms of one text, returns the one that loses nothing: the plain one, unless the HTML says more. */
function chosen(plain: EmailTexts, html: EmailTexts): EmailTexts {
  const isHtml =
    plain.text === '' || saysMore(html.text, plain.whole) || lacking(html.text, plain.whole).length > 0;
  const [best, other] = isHtml && html.text !== '' ? [html, plain] : [plain, html];
  // What only the other form says can be read in the whole text.
  const isLost = other.text !== '' && lacking(other.text, best.whole).length > 0;
  const whole = isLost ? `${best.whole}\n\n${other.whole}` : best.whole;
  // A file that both forms have is one file.
  const known = new Set(best.files.map(({ sha256, fileName }) => `${sha256} ${fileName}`));
  const files = other.files.filter(({ sha256, fileName }) => !known.has(`${sha256} ${fileName}`));
  return { text: best.text, whole, files: [...best.files, ...files] };
}

/** Returns an alternative as it is read; null for one that cannot be read beside another that can. */
function readOr(part: MimePart, reading: Reading, isRelated: boolean, others: readonly EmailTexts[]) {
  try {
    return readPart(part, reading, isRelated);
  } catch (error) {
    if (error instanceof TooComplex && others.some(({ text }) => text !== '')) return null;
    throw error;
  }
}

function hasHtml({ contentType, parts }: MimePart): boolean {
  return contentType === 'text/html' || parts.some(hasHtml);
}

function readAlternatives({ parts }: MimePart, reading: Reading, isRelated: boolean): EmailTexts {
  // Another form of the same text may be there, for a program that can show it: a meeting, a page that moves.
  const forms = parts.filter(
    ({ contentType, disposition }) =>
      !/^text\//.test(contentType) || isPlainOrHtml.test(contentType) || disposition === 'attachment',
  );
  const read: EmailTexts[] = [];
  // The plain ones first, wherever they stand.
  for (const part of [...forms.filter((form) => !hasHtml(form)), ...forms.filter(hasHtml)]) {
    // A form of the text is no file, whatever its name, nor is one with its pictures.
    const isForm = part.parts.length === 0 || part.contentType === 'multipart/related';
    const own = isForm ? { ...reading, hasOwn: () => false } : reading;
    const texts = readOr(part, own, isRelated, read);
    if (texts) read.push(texts);
  }
  return read.reduce((best, next) => chosen(best, next), { text: '', whole: '', files: [] });
}

/** Whether a part is what a Mac alone knows of the file beside it, whose name it has. */
function isOfMac({ contentType }: MimePart, within: MimePart): boolean {
  return within.contentType === 'multipart/appledouble' && contentType === 'application/applefile';
}

function readPart(part: MimePart, reading: Reading, isRelated = false): EmailTexts {
  const { contentType, parts, content, fileName } = part;
  if (contentType === 'multipart/alternative' && parts.length > 0)
    return readAlternatives(part, reading, isRelated);
  if (parts.length > 0) {
    const within = isRelated || contentType === 'multipart/related';
    const read = parts.filter((one) => !isOfMac(one, part));
    return joined(read.map((one) => readPart(one, reading, within)));
  }
  if (contentType.startsWith('multipart/')) {
    // A text that a program calls a multipart is read as it is; the rest of a cut one is none.
    const text = partText(part);
    return plainTexts(/^(--\S|content-[\w-]+:)/im.test(text) || !/\w/.test(text) ? '' : text, reading);
  }
  if (isRead(part, reading)) {
    const text = partText(part);
    return contentType === 'text/html' ? htmlTexts(text, reading) : plainTexts(text, reading);
  }
  const file = partOf({ contentType, filename: fileName, related: isRelated && part.hasContentId, content });
  return { text: '', whole: '', files: [file] };
}

/** Returns the emoji of a reaction, which its program also writes as a text with an advertisement; `''` where there is none. */
function emojiOf(part: MimePart): string {
  if (part.contentType !== reaction) return part.parts.map(emojiOf).find((emoji) => emoji !== '') ?? '';
  try {
    const { emoji }: { emoji?: unknown } = JSON.parse(part.content.toString());
    return typeof emoji === 'string' && emoji.length <= 40 ? cleanText(emoji) : '';
  } catch {
    return '';
  }
}

/** Reads the texts and files of an email, in the order of its parts. @throws TooComplex */
export function readTexts(root: MimePart, options: ReadOptions): EmailTexts {
  let own: boolean | undefined;
  const hasOwn = () => {
    own ??= hasOwnText(root);
    return own;
  };
  const texts = readPart(root, { ...options, hasOwn });
  return { ...texts, text: emojiOf(root) || texts.text };
}
