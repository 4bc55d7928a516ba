/** Longer words are cut; the database accepts words of up to 2 KB. */
const maxWordLength = 100;

/** Returns a text in lower case and without accents, as texts are compared. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

/** What nobody sees in a word: hyphens for line ends, spaces without width. Words that are stored depend on it. */
const unseen = '\u00ad\u200b\u2060\ufeff';
/** A word as it is written; apostrophes are part of it, and what nobody sees in it. */
const wordPattern = new RegExp(`[\\p{L}\\p{N}\\p{M}]+(?:['‘’\`´${unseen}]+[\\p{L}\\p{N}\\p{M}]+)*|&`, 'gu');
/** The other apostrophes: those that Unicode counts as letters, of Hawaiian and other languages, an accent, and what nobody sees. */
const apostropheLike = new RegExp(`[´\u02b9-\u02bf${unseen}]+`, 'g');

function plainWords(word: string): string[] {
  const plain = plainText(word.replaceAll(apostropheLike, "'"));
  return plain.match(/[\p{L}\p{N}]+(?:['‘’`]+[\p{L}\p{N}]+)*/gu) ?? [];
}

function cut(word: string): string {
  return word.length <= maxWordLength ? word : [...word].slice(0, maxWordLength).join('');
}

function joined(word: string): string {
  return cut(word.replaceAll(/[^\p{L}\p{N}]+/gu, ''));
}

/** Returns the words of a text that is searched for, each once: letters and digits of any script, in lower case and without accents. */
export function wordsOf(text: string): string[] {
  return [...new Set(plainWords(text).map(joined))];
}

/** Returns the words of a search, the longest first. They contain letters and digits only, and thus no operators. */
export function searchedWords(text: string): string[] {
  return wordsOf(text).sort((a, b) => b.length - a.length);
}

/** The letters that have no accent to leave out, as a keyboard without them writes them. */
const otherLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

function withKnownLetters(word: string): string {
  return word.replaceAll(/[ßæœøłđðþı]/g, (letter) => otherLetters[letter] ?? letter);
}

/** Words that are written in two ways, in any text. */
const sameWords = new Map<string, string[]>();
for (const pair of (
  'street st|saint st|avenue ave|boulevard blvd|road rd|drive dr|lane ln|court ct|place pl|highway hwy|parkway pkwy|suite ste|building bldg|' +
  'apartment apt|first 1st|second 2nd|third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|ninth 9th|tenth 10th'
).split('|')) {
  const [one = '', other = ''] = pair.split(' ');
  sameWords.set(one, [other]);
  sameWords.set(other, [...(sameWords.get(other) ?? []), one]);
}

/** Returns the words by which a written word is found, the plain one first: `obrien`, `o` and `brien` for O'Brien. */
function wordsFinding(word: string): readonly string[] {
  if (word === '&') return ['and'];
  // Most words. A search looks through many long texts, and nobody else is served meanwhile.
  if (/^(?:[a-z]+|\d+)$/i.test(word)) return withSame(cut(word.toLowerCase()));
  // 3½ and 3¹⁄₂ are also 3 1/2, and 10⁶ is 10^6.
  const apart = word.replace(/(?<=\d)(?=[¼-¾⅐-⅞↉⁰¹²³⁴-⁹])/g, ' ');
  return [word, ...(apart === word ? [] : [apart])].flatMap(plainWords).flatMap((plain) => {
    const whole = joined(plain);
    const found = [...withSame(whole)];
    if (whole.length !== plain.length) found.push(...plain.split(/[^\p{L}\p{N}]+/u).map(cut));
    if (withKnownLetters(whole) !== whole) found.push(cut(withKnownLetters(whole)));
    // Lot12A, and not a code of eight letters and digits.
    const hasFewRuns = /^(?:\p{L}+\d+\p{L}*|\d+\p{L}+\d*)$/u.test(whole) && !/^\d+(st|nd|rd|th)$/.test(whole);
    if (hasFewRuns) found.push(...(whole.match(/\d+|\p{L}+/gu) ?? []));
    return found;
  });
}

function withSame(word: string): readonly string[] {
  const same = sameWords.get(word);
  return same ? [word, ...same] : [word];
}

type Written = { word: string; from: number; to: number };

/** Whether two words may be written as one: Lot 12, 12-A, Wi-Fi, 2024-117. Of digits alone, the ranges 3-4 and 10-12 are no numbers. */
function isJoint(text: string, one: Written, next: Written): boolean {
  if (next.from - one.to > 1 || !/[ \u00a0\u202f./#_\p{Pd}]/u.test(text[one.to] ?? '')) return false;
  const [isNumber, isNextNumber] = [/\d$/.test(one.word), /^\d/.test(next.word)];
  if (isNumber !== isNextNumber) return isNumber ? /^\p{L}/u.test(next.word) : /\p{L}$/u.test(one.word);
  return /\p{Pd}/u.test(text[one.to] ?? '') && (!isNumber || next.to - one.from > 5);
}

type Findable = { from: number; to: number; words: readonly string[] };

/**
 * Yields each written word of a text with the words by which it is found.
 *
 * @param joining whether then also itself and the one or two before it, where they may be written as one word
 */
function* splitWords(text: string, joining: boolean): Generator<Findable & { least: number }> {
  /** The last words that may be written as one with the next. */
  let chain: Written[] = [];
  const known = new Map<string, readonly string[]>();
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const one = { word, from: index, to: index + word.length };
    const words = known.get(word) ?? wordsFinding(word);
    known.set(word, words);
    yield { from: one.from, to: one.to, words, least: 1 };
    if (!joining) continue;
    if (text[one.to] === '×') {
      // A size, as it is typed: 2×10, W12×26.
      const [size = ''] = /^\S+?(?:×\d[\p{L}\p{N}]*)+/u.exec(text.slice(index, index + maxWordLength)) ?? [];
      const typed = joined(plainText(size.replaceAll('×', 'x')));
      if (size) yield { from: index, to: index + size.length, words: [typed], least: word.length + 1 };
    }
    const last = chain.at(-1);
    chain = last && isJoint(text, last, one) ? [...chain.slice(-2), one] : [one];
    for (let at = chain.length - 2; at >= 0; at -= 1) {
      const before = joined(
        plainText(
          chain
            .slice(at, -1)
            .map((part) => part.word)
            .join(''),
        ),
      );
      const { from } = chain[at] ?? one;
      yield { from, to: one.to, words: [cut(before + joined(plainText(word)))], least: before.length + 1 };
    }
  }
}

/** Returns the words by which a text is found, each once: first those that are written in it, then their other forms. */
export function indexWordsOf(text: string): string[] {
  const plain: string[] = [];
  const others: string[] = [];
  for (const { words, least } of splitWords(text, true)) {
    const [first, ...more] = words;
    if (first !== undefined) (least === 1 ? plain : others).push(first);
    others.push(...more);
  }
  return [...new Set([...plain, ...others])];
}

/** A part of a text; `isFound` when it is a word that begins with a searched one. */
export type TextPart = { text: string; isFound: boolean };

/** Yields the places of words that begin with a searched word, each as soon as it is found. */
function* foundPlaces(text: string, searched: readonly string[]): Generator<{ from: number; to: number }> {
  const joining = searched.some((begin) => /\d\p{L}|\p{L}\d/u.test(begin));
  for (const { from, to, words, least } of splitWords(text, joining)) {
    if (words.some((word) => searched.some((begin) => begin.length >= least && word.startsWith(begin))))
      yield { from, to };
  }
}

/** Splits a text at the words that begin with a searched word. */
export function markedParts(text: string, searched: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of foundPlaces(text, searched)) {
    if (found.to <= from) continue;
    const start = Math.max(from, found.from);
    if (start > from) parts.push({ text: text.slice(from, start), isFound: false });
    parts.push({ text: text.slice(start, found.to), isFound: true });
    from = found.to;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isFound: false });
  return parts;
}

const excerptLength = 240;
/** Characters before the first found word. */
const excerptLead = 60;

/** Returns about `excerptLength` characters of a text, on one line, with the first found word among them. */
export function excerptOf(text: string, searched: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= excerptLength) return line;
  // The first is enough: to look for all of them in long texts would keep a server from others.
  const [first] = foundPlaces(line, searched);
  const foundAt = first?.from ?? 0;
  const isInside = foundAt > excerptLead && foundAt < line.length;
  const start = isInside ? wordStart(line, foundAt - excerptLead, foundAt) : 0;
  const end = start + excerptLength < line.length ? wordEnd(line, start + excerptLength, start) : line.length;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

/** Returns where the first word after `at` begins, or `last` where there is none before it. */
function wordStart(line: string, at: number, last: number): number {
  const blank = line.indexOf(' ', at);
  return blank < 0 || blank >= last ? last : blank + 1;
}

/** Returns where the last word before `at` ends; a very long word is cut, but not within a character. */
function wordEnd(line: string, at: number, first: number): number {
  const blank = line.lastIndexOf(' ', at);
  if (blank > first + excerptLead) return blank;
  return line.slice(first, at).isWellFormed() ? at : at - 1;
}
