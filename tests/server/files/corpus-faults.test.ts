import { expect, test } from 'vitest';
import { faultsOf } from '../../corpus/report.ts';
import { type FileResult, isAttack, type PageResult } from '../../corpus/results.ts';

function shown(page: Partial<PageResult>, name = 'E-101.pdf'): FileResult {
  const times = { firstMs: 1, ms: 1, megabytes: 1 };
  return {
    name,
    bytes: 1,
    isAttack: isAttack(name),
    pageCount: 1,
    pages: [{ page: 1, words: [], ...page }],
    ...times,
  };
}

test.each([
  ['a white page', shown({ isWhite: true })],
  ['a missing part', shown({ missing: [[3, 4]] })],
  ['a page that comes to no end', shown({ error: 'Timeout', isSilent: true })],
  ['a file that comes to no end', { ...shown({}), pages: [], error: 'Timeout', isSilent: true }],
])('%s of which nothing is said is a fault', (_, file) => {
  expect(faultsOf([file])).toEqual([file]);
});

test.each([
  ['a white page that is explained', shown({ isWhite: true, words: ['One picture is not shown.'] })],
  ['a page that is refused in words', shown({ error: 'This page is too complex to show here.' })],
  ['more than the other program shows', shown({ extra: [[3, 4]] })],
  ['an attack by its name', shown({ isWhite: true }, 'poppler-742-0-fuzzed.pdf')],
])('%s is no fault', (_, file) => {
  expect(faultsOf([file])).toEqual([]);
});
