/**
 * What text is compared by: every way to write the same is one. The platform knows most of it (compatibility forms: ligatures,
 * fractions, full-width and raised letters); what Unicode holds apart although people type one for the other is listed here.
 */

/** A hyphen that is there for the end of a line only, and a gap that may be a space: both may be typed or not. */
export const maybeHyphen = '\u00AD';
export const maybeSpace = '\u200B';

const oneQuote = /[‘’‚‛`´ʹʻʼʽˈ′‵＇]/gu;
const twoQuotes = /["“”„‟«»ʺ″‶〃]/gu;
const dashes = /[\p{Pd}−⁃]/gu;
/** A fraction behind a number may be a word of its own. */
const fractions = /(?=[½⅓⅔¼¾⅕-⅞⅐-⅒↉])/gu;
/** Hyphens that are seen at the end of a line only, also as PDFium writes them: as no character. */
const softHyphens = /[\u00AD\uFFFE\uFFFF]/gu;
/** Accents, and what joins or directs letters without being seen. */
const unseen = /\p{Script=Inherited}|(?![\u00AD\u200B\n\r\t])[\p{Cf}\p{Cc}]/gu;

/** Folds a text, or a letter of it, for comparison. */
export function fold(text: string): string {
  return text
    .replace(softHyphens, maybeHyphen)
    .replace(fractions, maybeSpace)
    .replace(oneQuote, "'")
    .replace(twoQuotes, "''")
    .normalize('NFKD')
    .replace(oneQuote, "'")
    .replace(dashes, '-')
    .replace(/[×✕]/g, 'x')
    .replace(/⁄|∕/g, '/')
    .toUpperCase()
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .replace(unseen, '');
}

const special = /[.*+?^${}()|[\]\\/]/g;
const between = `[${maybeHyphen}${maybeSpace}]*`;
const space = `[ ${maybeSpace}]`;

/** Returns a pattern that finds what is typed in folded text; null where nothing is typed. */
export function patternOf(typed: string): RegExp | null {
  // What is copied from a document may have its line ends, with their hyphens.
  const wanted = fold(typed.replace(/[\u00AD\uFFFE\uFFFF]\s*/gu, ''))
    .replaceAll(maybeHyphen, '')
    .replaceAll(maybeSpace, ' ')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?- ?/g, '-');
  const phrase = /^('{1,2})(.*[^' ].*)\1$/u.exec(wanted)?.[2]?.trim() || wanted;
  if (phrase === '') return null;
  // 5 1/2 is written 5-1/2, too.
  const parts = phrase.split(/((?<=\d)[ -](?=\d+\/\d)| |-)/u).filter(Boolean);
  const pattern = parts.map((part, at) => {
    if (part === ' ' || part === '-') {
      const isFraction = /\d$/.test(parts[at - 1] ?? '') && /^\d+\/\d/.test(parts[at + 1] ?? '');
      if (isFraction) return `${space}*[ ${maybeSpace}${maybeHyphen}-]${space}*`;
      return part === ' ' ? `${space}+` : `${space}*[${maybeHyphen}-]${space}*`;
    }
    return Array.from(part, (letter) => letter.replace(special, '\\$&')).join(between);
  });
  return new RegExp(pattern.join(''), 'gu');
}
