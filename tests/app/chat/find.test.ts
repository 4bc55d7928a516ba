import { describe, expect, test } from 'vitest';
import { partsWith, soughtText } from '../../../src/features/chat/find/useFind.ts';
import { initialCount, rangeOf, windowAround } from '../../../src/features/chat/messages/messageWindow.ts';

describe('what is found in a text', () => {
  const marked = (text: string, sought: string) =>
    partsWith(text, soughtText(sought).trim())
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
