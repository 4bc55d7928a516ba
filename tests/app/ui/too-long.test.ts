import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxSearchLength } from '../../../src/contract/limits.ts';
import { searchText } from '../../../src/ui/form/searchText.ts';
import { tooLongText } from '../../../src/ui/form/tooLongText.ts';

test.each([
  ['a'.repeat(70), ''],
  [`  ${'a'.repeat(70)}\r\n`, ''],
  ['a'.repeat(71), '1 character over the limit of 70.'],
  ['a'.repeat(1304), '1,234 characters over the limit of 70.'],
])('of %j, %j is said', (text, words) => {
  expect(tooLongText(text, 70)).toBe(words);
});

test('no field cuts what is pasted into it', () => {
  const files = globSync('src/**/*.tsx');
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /\bmaxLength=/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('a search is for the beginning of a text that is too long', () => {
  const long = `  ${'roof '.repeat(80)}`;
  expect(searchText(long)).toBe('roof '.repeat(40).trim());
  expect(searchText(long).length).toBeLessThanOrEqual(maxSearchLength);
});
