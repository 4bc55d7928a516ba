const units = 'zero one two three four five six seven eight nine'.split(' ');
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );

/** The values of all words that end a number, and whether it goes on with one below ten. */
const values = new Map<string, { value: number; isTens: boolean }>();
for (const [at, word] of [...units, ...teens].entries()) values.set(word, { value: at, isTens: false });
for (const [at, word] of ordinals.entries()) values.set(word, { value: at, isTens: false });
for (const [at, word] of tens.entries()) {
  if (at === 0) continue;
  values.set(word, { value: 10 * (at + 1), isTens: true });
  values.set(word.replace(/y$/, 'ieth'), { value: 10 * (at + 1), isTens: false });
}

/** Reads the number that begins at a word, up to 999. @returns its value and how many words it has; null where none begins */
function numberAt(words: readonly string[], at: number): { value: number; length: number } | null {
  const hundreds = /^hundred(?:th)?$/.test(words[at + 1] ?? '') ? values.get(words[at] ?? '') : undefined;
  let [value, next] = hundreds ? [hundreds.value * 100, at + 2] : [0, at];
  if (hundreds && words[next - 1] === 'hundredth') return { value, length: 2 };
  if (hundreds && words[next] === 'and') next += 1;
  const last = values.get(words[next] ?? '');
  if (last) {
    value += last.value;
    next += 1;
    const below = last.isTens ? values.get(words[next] ?? '') : undefined;
    if (below && below.value < 10) {
      value += below.value;
      next += 1;
    }
  } else if (!hundreds) return null;
  return { value, length: next - at };
}

/**
 * Returns words with digits in the place of numbers and ordinals, without endings: `21` for twenty-first and 21st (USPS Publication 28,
 * 234.1).
 */
export function withNumbers(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    const number = numberAt(words, at);
    found.push(number ? String(number.value) : (words[at] ?? '').replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'));
    at += number?.length ?? 1;
  }
  return found;
}
