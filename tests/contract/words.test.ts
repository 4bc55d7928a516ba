import { describe, expect, test, vi } from 'vitest';
import { excerptOf, indexWordsOf, markedParts, searchedWords, wordsOf } from '../../src/contract/words.ts';

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

describe('the words by which a text is found', () => {
  const isFound = (text: string, searched: string) =>
    searchedWords(searched).every((begin) => indexWordsOf(text).some((word) => word.startsWith(begin)));

  test.each([
    ["D'Amico Roofing", 'DAmico'],
    ['DAmico Roofing', "d'amico"],
    ['D’Amico Roofing', 'amico'],
    ["Lowe's and Wendy‘s", 'Lowes wendys'],
    ['Lowes', "Lowe's"],
    ['Kapiʻolani, Kaʼiulani', 'kapiolani kaiulani'],
    ['Kapiolani', 'Kapiʻolani'],
    ['Elm Ave', 'Elm Avenue'],
    ['Elm Avenue', 'elm ave.'],
    ['9 Elm Blvd', 'Elm Boulevard'],
    ['9 Elm Boulevard', 'elm blvd'],
    ['St. Clair', 'Saint Clair'],
    ['5th Ave', 'fifth'],
    ['the third roof', '3rd'],
    ['Hart & Cho', 'Hart and Cho'],
    ['Hart and Cho', 'Hart & Cho'],
    ['Unit 7-B', 'unit7b'],
    ['Unit 7-B', '7b'],
    ['unit7b', 'Unit 7 B'],
    ['Sheet E-101', 'e101'],
    ['Sheet E101', 'E-101'],
    ['Sheet\u00a0E\u2011101, E–102', 'e101 e102'],
    ['Lot\u00a012A', 'lot12a'],
    ['on-site Wi\u2011Fi, to re-roof', 'onsite wifi reroof'],
    ['permit 2026-0417', '20260417'],
    ['part 6178-4B40-40B2', '61784b4040b2'],
    ['call 415-555-0132', '4155550132'],
    ['3½" pipe', '3 1/2'],
    ['3½" pipe', '3½'],
    ['3¹⁄₂" pipe', '3 1/2'],
    ['29×10⁶ psi', '10^6'],
    ['29×10⁶ psi', '29×10⁶'],
    ['40 ft²', 'ft2'],
    ['a W12×26, 2×10s', 'w12x26 2x10'],
    ['a W12×26', 'W12×26'],
    ['HSS6×6×3/8', 'hss6x6x3/8'],
    ['the inspec\u00adtion re\u200bport', 'inspection report'],
    ['the inspec\u2060tion re\ufeffport', 'inspection report'],
    ['the inspection', 'inspec\u00adtion'],
    ['O´Brien', 'obrien'],
    ["O'Brien", 'O´Brien'],
    ['Łukasz Sørensen-Strauß', 'lukasz sorensen strauss'],
    ['Łukasz Sørensen-Strauß', 'Łukasz Sørensen-Strauß'],
  ])('%j is found by %j', (text, searched) => {
    expect(isFound(text, searched)).toBe(true);
  });

  test.each([
    ['Elm St', 'sta'],
    ['Unit 7', '7b'],
    ['Unit 7, B', 'unit7b'],
    ['AB12CD34', '12'],
    ['is it via the first lot', 'island'],
    ['10 ft', 'fort'],
    ['floors 10-12, units 3–4', '1012'],
    ['floors 10-12, units 3–4', '34'],
  ])('%j is not found by %j', (text, searched) => {
    expect(isFound(text, searched)).toBe(false);
  });

  test('begin with those that are written in it, because an index takes only so many', () => {
    expect(indexWordsOf("O'Hara's 2-A & sons")).toEqual(expect.arrayContaining(['and', 'hara', '2a']));
    expect(indexWordsOf("Elm St, O'Hara").slice(0, 3)).toEqual(['elm', 'st', 'ohara']);
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
    ['by O’Hara on Elm St', 'ohara street', 'by [O’Hara] on Elm [St]'],
    ['Unit 7-B, unit 7', 'unit7b', '[Unit 7-B], unit 7'],
    ['Unit 7-B', 'unit', '[Unit] 7-B'],
    ['Hart & Cho', 'hart and', '[Hart] [&] Cho'],
    ['an inspec\u00adtion', 'inspection', 'an [inspec\u00adtion]'],
    ['by W12×26 or 12', 'w12x26', 'by [W12×26] or 12'],
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

  test('is made without a look at what follows the first found word', () => {
    const searched = ['found'];
    const compared = vi.spyOn(searched, 'some');
    excerptOf(`one two found ${'word by word '.repeat(700)}`, searched);
    expect(compared.mock.calls.length).toBeLessThan(10);
  });

  test('never cuts a character in two', () => {
    for (const lead of ['', 'x']) {
      const excerpt = excerptOf(lead + '😀'.repeat(400), ['found']);
      expect(excerpt.isWellFormed()).toBe(true);
    }
  });
});
