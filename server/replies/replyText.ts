import {
  attributionAt,
  type Body,
  bodyOf,
  isOurText,
  piped,
  quoted,
  type ReplyContext,
  startsEmail,
} from './quoteStart.ts';
import { rule, withoutEnd, withoutSignature } from './signature.ts';

/** Characters that are read: a message has at most 10,000, and what it answers may stand between them. */
const maxLength = 500_000;

/** Keeps the space behind two dashes, which tells a signature from two dashes that somebody typed. */
function withoutTrailingSpace(line: string): string {
  return line.trimEnd() === '--' && line.startsWith('-- ') ? '-- ' : line.trimEnd();
}

function normalised(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/[\u00a0\u2007\u202f]/g, ' ')
      .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
      .replace(/\[(cid|image|inline image|bild|imagen|immagine)\s?:[^\]\n]{0,200}\]/giu, '')
      .split('\n')
      .map(withoutTrailingSpace)
      .join('\n')
  );
}

/** Returns the lines without quotes: everything behind an unmarked one, and the marked lines of the others. */
function withoutQuotes(body: Body): string[] {
  const { lines, next, lastOurs } = body;
  const own: string[] = [];
  let isBelowAttribution = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      own.push(line);
      continue;
    }
    const isMark = (each: string) => quoted.test(each) || (piped.test(each) && isBelowAttribution);
    const attribution = attributionAt(body, at);
    if (attribution) {
      const last = at + attribution.count - 1;
      const following = next[last] ?? '';
      if (isMark(line) || quoted.test(following) || piped.test(following)) {
        isBelowAttribution = true;
        at = last;
        continue;
      }
      // A sentence of the sender can look the same, unless what follows is our email, or nothing.
      if (attribution.isCertain || lastOurs > last || following === '') break;
    }
    if (isMark(line)) continue;
    isBelowAttribution = false;
    if (startsEmail(body, at)) break;
    if (isOurText(line)) {
      // Nothing that we know introduced it: our greeting, and what stands above it.
      while (own.length > 0 && /^\s*$|^EV Jobs\b|^(Hi|Hello)\b.*,$|[:：]$/.test(own.at(-1) ?? '')) own.pop();
      break;
    }
    own.push(line);
  }
  return own;
}

/**
 * Returns what the sender wrote of a reply to one of our emails: without quotes, whoever's program made them, and without a signature.
 * `''` when nothing is left.
 */
export function replyText(text: string, context: ReplyContext): string {
  const body = bodyOf(normalised(text.slice(0, maxLength)), context);
  const own = withoutEnd(withoutQuotes(body), (line) => rule.test(line));
  return withoutSignature(own, context)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
