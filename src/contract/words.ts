/** Longer words are cut; the database accepts words of up to 2 KB. */
const maxWordLength = 100;

/** Returns a text in lower case and without accents, as texts are compared. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Returns the words of a text for search, each once: letters and digits of any script, in lower case and without accents. */
export function wordsOf(text: string): string[] {
  const words = plainText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join('')))];
}

/** Returns the words of a search, the longest first. They contain letters and digits only, and thus no operators. */
export function searchedWords(text: string): string[] {
  return wordsOf(text).sort((a, b) => b.length - a.length);
}

/** A part of a text; `isFound` when it is a word that begins with a searched one. */
export type TextPart = { text: string; isFound: boolean };

/** Splits a text at the words that begin with a searched word. */
export function markedParts(text: string, searched: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (!wordsOf(word).some((one) => searched.some((begin) => one.startsWith(begin)))) continue;
    if (index > from) parts.push({ text: text.slice(from, index), isFound: false });
    parts.push({ text: word, isFound: true });
    from = index + word.length;
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
  const [before] = markedParts(line, searched);
  const foundAt = before && !before.isFound ? before.text.length : 0;
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
