/**
 * What text is compared by: every way to write the same is one. The platform knows most of it (compatibility forms: ligatures,
 * fractions, full-width and raised letters); what Unicode holds apart although people type one for the other is listed here.
 */

/** A hyphen that is there for the end of a line only, and a gap that may be a space: both may be typed or not. */
export const maybeHyphen = '\u00AD';
export const maybeSpace = '\u200B';

const oneQuote = /[‘’‚‛`´ʹʻʼʽˈ′‵＇]/gu;
const twoQuotes = /["“”„‟«»ʺ″‶〃]/gu;
/** A raised o, a ring and an operator, which keyboards and fonts have where others have a degree. */
const degrees = /[º˚∘]/gu;
const dashes = /[\p{Pd}−⁃]/gu;
/** A fraction behind a number may be a word of its own. */
const fractions = /(?=[½⅓⅔¼¾⅕-⅞⅐-⅒↉])/gu;
/** Hyphens that are seen at the end of a line only, also as PDFium writes them: as no character. */
const softHyphens = /[\u00AD\uFFFE\uFFFF]/gu;
/** Accents, and what joins or directs letters without being seen. With every mark gone, nothing hangs on the letter before. */
const unseen = /(?![\u00AD\u200B\n\r\t])[\p{M}\p{Cf}\p{Cc}]/gu;

/** Folds a text for comparison. Its letters folded one by one are the same. */
export function fold(text: string): string {
  return text
    .replace(softHyphens, maybeHyphen)
    .replace(fractions, maybeSpace)
    .replace(oneQuote, "'")
    .replace(twoQuotes, "''")
    .replace(degrees, '°')
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
