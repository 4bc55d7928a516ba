import { describe, expect, test } from 'vitest';
import { foldSeen, partsWith } from '../../../src/features/chat/find/useFind.ts';
import { initialCount, rangeOf, windowAround } from '../../../src/features/chat/messages/messageWindow.ts';

describe('what is found in a text', () => {
  const marked = (text: string, sought: string) =>
    partsWith(text, foldSeen(sought).trim())
      .map((part) => (part.isFound ? `[${part.text}]` : part.text))
      .join('');

  test.each([
    ['The roof, the ROOF', 'roof', 'The [roof], the [ROOF]'],
    ['Café cafe\u0301 CAFÉ', 'cafe', '[Café] [cafe\u0301] [CAFÉ]'],
    ['in the middle', 'idd', 'in the m[idd]le'],
    ['two words, two words', 'o w', 'tw[o w]ords, tw[o w]ords'],
    ['aaaa', 'aa', '[aa][aa]'],
    ['😀 a ﬁne roof 😀', 'ine r', '😀 a [ﬁne r]oof 😀'],
    ['a.*b', '.*', 'a[.*]b'],
    ['I don’t, don´t, “so” – inspec\u00adtion', "don't", 'I [don’t], [don´t], “so” – inspec\u00adtion'],
    ["I don't know", 'don’t', "I [don't] know"],
    ['the “new” roof', '"new" roof', 'the [“new” roof]'],
    ['A\u2011101 – A-102', 'a-101 - a–102', '[A\u2011101 – A-102]'],
    ['inspec\u00adtion\u200b\u00a0today', 'inspection today', '[inspec\u00adtion\u200b\u00a0today]'],
    // As Word, Outlook, iOS and PDFs copy it.
    ['a rail of 5′-6″ o.c.', `5'-6"`, 'a rail of [5′-6″] o.c.'],
    ['a rail of 5’\u20116” o.c.', '5′-6″', 'a rail of [5’\u20116”] o.c.'],
    [`5'-6" o.c.`, "5’-6''", `[5'-6"] o.c.`],
    ["5'-6'' o.c.", '6“', "5'-[6''] o.c."],
    ['it said ‚so‘ and „so“, «so»', '"so"', 'it said ‚so‘ and [„so“], [«so»]'],
    ['a “so”', "'", 'a [“]so[”]'],
    ['\ufb01nal o\ufb03ce', 'final office', '[\ufb01nal o\ufb03ce]'],
    ['o\ufb03ce', 'f', 'o[\ufb03]ce'],
    ['at \u221240\u00a0°C', 'at -40 °c', '[at \u221240\u00a0°C]'],
    ['at -40 °C', '\u221240', 'at [-40] °C'],
    ['24\u202f× 36', '24 x 36', '[24\u202f× 36]'],
    ['Embed 5\u00a0½\u2033 min.', '5 1/2"', 'Embed [5\u00a0½\u2033] min.'],
    ['5½ and 1⁄2', '1/2', '5[½] and [1⁄2]'],
    ['a gap of 3½″, 3 1/2"', '3 1/2', 'a gap of [3½]″, [3 1/2]"'],
    ['a gap of 3 1/2", 31/2', '3½', 'a gap of [3 1/2]", 31/2'],
    ['use the\nleft one, the\n\nleft', 'the left', 'use [the\nleft] one, the\n\nleft'],
    ['insu\ufffelation, insu\u00adlation', 'insulation', '[insu\ufffelation], [insu\u00adlation]'],
    ['insulation', 'in\u00adsu\u200blation\u200e', '[insulation]'],
    ['\u200eCall\u2060 me\u200d', 'call me', '\u200e[Call\u2060 me\u200d]'],
    ['ok ❤\ufe0f', '❤', 'ok [❤\ufe0f]'],
    [
      '\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd',
      '\u05e9\u05dc\u05d5\u05dd',
      '[\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd]',
    ],
    ['κόσμος', 'ΚΟΣ', '[κόσ]μος'],
    ['nothing', '', 'nothing'],
    ['nothing', 'x'.repeat(10_000), 'nothing'],
  ])('%j, searched for %j, is %j', (text, sought, expected) => {
    expect(marked(text, sought)).toBe(expected);
  });
});

test('a window around a message has it in its middle, and reaches no further than the conversation', () => {
  const long = Array.from({ length: 500 }, (_, at) => ({ communicationId: `m${at}` }));
  const around = (index: number) => rangeOf(long, windowAround(long, index));
  expect(around(250)).toEqual({ start: 250 - initialCount / 2, end: 250 + initialCount / 2 });
  expect(around(0)).toEqual({ start: 0, end: initialCount / 2 });
  expect(around(499)).toEqual({ start: 499 - initialCount / 2, end: 500 });
});
