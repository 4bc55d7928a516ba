import { writable } from '../../src/contract/lines.ts';
import { isReplyMarker } from '../mail/replyMarker.ts';
import { isAdvertisement } from './advertisement.ts';
import { emojiOfPicture } from './htmlMeaning.ts';

/** Returns a text as it came, without what nobody sees: marks of direction, control characters, spaces at the ends of lines. */
export function cleanText(text: string): string {
  return (
    writable(text.normalize('NFC'))
      .replace(/[\u00a0\u2007\u202f]/g, ' ')
      .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]/g, '')
      .split('\n')
      // The space behind two dashes tells the delimiter of a signature from two dashes that somebody typed.
      .map((line) => (line.startsWith('-- ') && line.trim() === '--' ? '-- ' : line.trimEnd()))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+/, '')
      .trimEnd()
  );
}

/** What programs write in place of a picture. */
const picture =
  /\[(cid|image|inline image|bild|imagen|immagine)\s?:[^\]\n]{0,200}\]|\[[^[\]]{0,300}(description automatically generated[^[\]\n]{0,40}|AI-generated content may be incorrect\.?)\]/giu;
/** A line that is marked as quoted. */
const quoted = /^[ \t]{0,3}>/;
/** A field of a quoted header: "From: …", "*Gesendet:* …". */
const field = /^\s{0,8}\*?[\p{L}\p{M}][\p{L}\p{M}'’.() -]{0,24}\s?\*?[:：]/u;
const dashes = /^[\s*]*[-_=—]{3,}/;
const dated = /\d{1,2}[:.h]\d{2}|\b20\d\d\b/;
/** A time of day, and not a part of a date like 12.04.2026. */
const timed = /(?<![\d.])\d{1,2}[:.h]\d{2}\b(?!\.\d)/;
/** A day with its year, or a number, as of a day, before a time. */
const onDay = /\b20\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d\d\b|(?<![\d:.])\d{1,2}[^\d:]{1,20}\d{1,2}[:.h]\d\d/;
/** Lines of what introduces a quote. */
const mostLines = 8;
/** The same, with those that a server has put above our email. In a marked quote they are marked. */
const mostWithNotes = 20;

/** Whether a line has our name in it, as words of their own. */
function hasName(line: string, ours: readonly string[]): boolean {
  const words = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}&]+/gu, ' ')} `;
  return ours.some((own) => own.startsWith('=') && words(line).includes(words(own.slice(1))));
}

/**
 * Returns where the introduction of a quote begins that stands above the line `top`, as "On … EV Jobs <…> wrote:"; `top` where none does.
 * It names one of our addresses, or our name as a field or before a colon. Between both may be what a server has put above our email: that
 * it came from outside, or that its address is new.
 *
 * @param most lines that are looked at
 */
function introductionAt(
  lines: readonly string[],
  top: number,
  ours: readonly string[],
  most = mostLines,
): number {
  const line = (at: number) => lines[at] ?? '';
  const isField = (at: number) => field.test(line(at));
  const isEnd = (at: number) => /[:：]\s*$/.test(line(at));
  const hasAddress = (at: number) => ours.some((address) => line(at).toLowerCase().includes(address));
  // Exchange leaves out the address of a sender that it knows: above when it was sent and to whom, our name alone. A date below the
  // name of a firm may be the sender's own.
  const isNamed = (at: number) =>
    [at, at + 1, at + 2].every(isField) &&
    timed.test(line(at + 1)) &&
    ours.includes(
      `=${line(at)
        .toLowerCase()
        .replace(/^[^:：]*[:：]\s*|[*"]/g, '')
        .trim()}`,
    );
  const isLast = (at: number) => isEnd(at) && lines.slice(at + 1, top).every((own) => own.trim() === '');
  // Thunderbird, Roundcube and Fastmail introduce a quote by our name, the day and the time alone. The sender’s own line may have all but
  // the day, or a list below it.
  const isWritten = (at: number) =>
    isLast(at) && timed.test(line(at)) && onDay.test(line(at)) && hasName(line(at), ours);
  // A sentence with our address is the sender’s or the server’s.
  const namesUs = (at: number) =>
    hasAddress(at)
      ? isField(at) || isEnd(at) || isEnd(at + 1) || dated.test(line(at)) || /\s[<([]\S*@/.test(line(at))
      : isNamed(at) ||
        isWritten(at) ||
        (isField(at) && /[:：].*\bEV Jobs\b/.test(line(at))) ||
        (/\bEV Jobs\b/.test(line(at)) && (isLast(at) || (isEnd(at) && dated.test(line(at)))));
  let start = top;
  let seen = 0;
  for (let at = top - 1; at >= 0 && seen < most; at -= 1) {
    if (line(at).trim() === '') {
      // Above an empty line, only the rest of a list of fields belongs to it.
      if (start < top && !isField(start)) break;
      continue;
    }
    seen += 1;
    if (isField(at) ? namesUs(at) : start === top && namesUs(at)) start = at;
    else if (start < top && !isField(at)) break;
  }
  if (start === top) return top;
  // What a program lists above our name is a time or an address. A line of words there is the sender’s, who left no empty line below it.
  const isListed = (at: number) => isField(at) && (timed.test(line(at)) || line(at).includes('@'));
  while (isField(start) && isListed(start - 1)) start -= 1;
  // The lines into which an introduction was wrapped, up to the one with the day.
  const isTimed = (at: number) => onDay.test(line(at).replace(/\S*@\S*/g, ''));
  let first = start;
  if (!isField(start) || isEnd(start))
    while (start - first < 3 && !isTimed(first) && /[^\s.!?]\s*$/.test(line(first - 1))) first -= 1;
  if (isTimed(first) && (line(first - 1).trim() === '' || hasAddress(first))) start = first;
  let title = start - 1;
  while (title > 0 && line(title).trim() === '') title -= 1;
  return dashes.test(line(title)) ? title : start;
}

/** Returns the first line of the run of marked lines that ends above `end`. */
function runStart(lines: readonly string[], end: number): number {
  let start = end;
  while (start > 0 && quoted.test(lines[start - 1] ?? '')) start -= 1;
  return start;
}

/** The last line of our emails, also as programs that check links rewrite it. */
const lastLine = /mail(\/|_|%(25)*2F|[-*=]2F){1,2}unsubscribe\b/i;
/** What is left on the next line of a link that was wrapped. */
const restOfLink = /^[\w%*~=&;!$./-]{4,}>?$/;

/** Returns the lines below our email where nothing marks it as a quote; none where its end is not there. */
function belowOurs(lines: readonly string[]): string[] {
  let end = lines.findLastIndex((line) => lastLine.test(line)) + 1;
  if (end === 0) return [];
  while (restOfLink.test(lines[end] ?? '')) end += 1;
  return lines.slice(end);
}

/** Returns the runs of lines that are not marked as quoted. Below the end of our email, a mark is one that somebody typed. */
function unmarked(lines: readonly string[]): string[][] {
  const last = lines.findLastIndex((line) => lastLine.test(line) && quoted.test(line));
  let end = last === -1 ? lines.length : last;
  while (quoted.test(lines[end] ?? '')) end += 1;
  const runs: string[][] = [[]];
  for (const line of lines.slice(0, end)) {
    if (quoted.test(line)) runs.push([]);
    else runs.at(-1)?.push(line);
  }
  return [...runs, lines.slice(end)];
}

/**
 * Returns what stands above, between and below the quoted email, which begins at our marker line or at an introduction (“… wrote:”) with
 * one of our addresses.
 */
function withoutQuotes(lines: readonly string[], ours: readonly string[]): string[][] {
  const marker = lines.findIndex(isReplyMarker);
  if (marker !== -1) {
    const isMarked = quoted.test(lines[marker] ?? '');
    const top = isMarked ? runStart(lines, marker) : marker;
    const above = lines.slice(0, introductionAt(lines, top, ours, isMarked ? mostLines : mostWithNotes));
    // Where the quote is marked, unmarked lines below it are the sender’s; elsewhere those below its last line.
    const below = lines.slice(marker);
    return [above, ...(isMarked ? unmarked(below) : [belowOurs(below)])];
  }
  const parts: string[][] = [];
  let own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const start = quoted.test(line) ? introductionAt(own, own.length, ours) : own.length;
    if (start === own.length) {
      own.push(line);
      continue;
    }
    parts.push(own.slice(0, start));
    own = [];
    while (quoted.test(lines[at + 1] ?? '')) at += 1;
  }
  return [...parts, own];
}

/** Returns the lines above the delimiter of a signature (RFC 3676). */
function withoutSignature(lines: readonly string[]): readonly string[] {
  const end = lines.lastIndexOf('-- ');
  return end === -1 ? lines : lines.slice(0, end);
}

/** Returns lines without the one that a program adds below what was typed, to speak of itself. */
function withoutAdvertisement(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return isAdvertisement(lines[last] ?? '') ? lines.slice(0, last) : lines;
}

/**
 * Returns what the sender wrote of a reply: without what is certainly quoted, without the signatures below their delimiters, and without
 * what a program says of itself. `''` when nothing is left. Nothing is guessed: what may be the sender's own words stays.
 *
 * @param text from `cleanText`
 * @param ours our addresses as a quote names them, and our name behind a sign that no line has before it (`=ev jobs`), in lower case
 */
export function replyText(text: string, ours: readonly string[]): string {
  const parts = withoutQuotes(text.split('\n'), ours).map(withoutSignature);
  const cleaned = (of: readonly (readonly string[])[]) =>
    cleanText(
      of
        .map((lines) => lines.join('\n'))
        .join('\n\n')
        .replace(picture, (mark) => emojiOfPicture(mark.replace(/^.*?[:：]|\]$/g, ''))),
    );
  // Files without a word are posted with what their program says.
  return cleaned(parts.map(withoutAdvertisement)) || cleaned(parts);
}
