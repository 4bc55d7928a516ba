import { describe, expect, test } from 'vitest';
import { excerptOf, markedParts, searchedWords, wordsOf } from '../../src/contract/words.ts';

describe('the words of a search', () => {
  test.each([
    ['The Café, the café!', ['the', 'cafe']],
    ["a & | ! ( ) : * <-> 'or' -not", ['a', 'or', 'not']],
    ['EV-7QX_2', ['ev', '7qx', '2']],
    ['ﬁne ½', ['fine', '1', '2']],
    ['& | !', []],
    ['\0\u202e', []],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('are sorted, the longest first, and cut at 100 characters', () => {
    expect(searchedWords('a roof of'.padEnd(300, 'x'))).toEqual([`of${'x'.repeat(98)}`, 'roof', 'a']);
  });
});

describe('the found words of a text', () => {
  const marked = (text: string, searched: string) =>
    markedParts(text, searchedWords(searched))
      .map((part) => (part.isFound ? `[${part.text}]` : part.text))
      .join('');

  test.each([
    ['The roof leaks', 'ROO lea', 'The [roof] [leaks]'],
    ['Café, cafe\u0301s and decafé', 'cafe', '[Café], [cafe\u0301s] and decafé'],
    ['plan_A-2.pdf', 'a pdf', 'plan_[A]-2.[pdf]'],
    ['<b>bold</b>', 'bold', '<b>[bold]</b>'],
    ['nothing', '', 'nothing'],
    ['', 'a', ''],
  ])('%j, searched for %j, is %j', (text, searched, expected) => {
    expect(marked(text, searched)).toBe(expected);
  });
});

describe('the excerpt of a text', () => {
  test('of a short one is all of it, on one line', () => {
    expect(excerptOf(' two\n lines ', ['two'])).toBe('two lines');
  });

  test.each([
    ['at its beginning', `found ${'word '.repeat(200)}`, /^found word .*…$/],
    ['in its middle', `${'word '.repeat(200)}found ${'word '.repeat(200)}`, /^…word .*found word .*…$/],
    ['at its end', `${'word '.repeat(200)}found`, /^…word .*found$/],
    ['in a file’s name only', 'word '.repeat(200), /^word .*…$/],
    ['behind a word without end', `${'x'.repeat(2000)} found it`, /^…found it$/],
  ])('that has the word %s has it too', (_, text, expected) => {
    const excerpt = excerptOf(text, ['found']);
    expect(excerpt).toMatch(expected);
    expect(excerpt.length).toBeLessThan(260);
  });

  test('never cuts a character in two', () => {
    for (const lead of ['', 'x']) {
      const excerpt = excerptOf(lead + '😀'.repeat(400), ['found']);
      expect(excerpt.isWellFormed()).toBe(true);
    }
  });
});
