import { expect, test } from 'vitest';
import { fold } from '../../src/contract/fold.ts';

/** All characters but the many of Chinese and Korean, which are alike. */
const characters = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => !/\p{Script=Han}|[\u{ac80}-\u{d77f}]|\p{Cs}|\p{Cn}/u.test(character),
);

test.each([
  ['in order', characters],
  ['backwards', characters.toReversed()],
  ['each as the end of a word', characters.flatMap((character) => ['A', character, ' '])],
  ['each between digits and a fraction', characters.flatMap((character) => ['5', character, '½'])],
  [
    'each with marks out of order',
    characters.flatMap((character) => [character, '\u05c1\u05b8\u0345\u0301']),
  ],
])('texts folded letter by letter are those folded whole: %s', (_, letters) => {
  for (let from = 0; from < letters.length; from += 600) {
    const some = letters.slice(from, from + 600);
    expect(fold(some.join(''))).toBe(some.map(fold).join(''));
  }
});
