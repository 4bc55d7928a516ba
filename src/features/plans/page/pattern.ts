import { fold, maybeHyphen, maybeSpace } from '../../../contract/fold.ts';

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
