import { beforeEach, expect, test, vi } from 'vitest';
import { keepValues, readKept } from '../../src/ui/keptValues.ts';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});
beforeEach(() => stored.clear());

const empty = { inviteeList: [{ email: '', firstName: '' }] };
const typed = {
  inviteeList: [
    { email: 'ada@client.test', firstName: 'Ada' },
    { email: '', firstName: '' },
  ],
};

test('what was typed is read back, and goes when it is as it was', () => {
  keepValues('invite:bob', typed, empty);
  expect(readKept('invite:bob', empty)).toEqual(typed);
  keepValues('invite:bob', empty, empty);
  expect(readKept('invite:bob', empty)).toBeNull();
  expect(stored.size).toBe(0);
});

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['another form', '{"firstName":"Ada"}'],
  ['a list that is none', '{"inviteeList":"ada"}'],
  ['rows of another shape', '{"inviteeList":[{"email":1,"firstName":""}]}'],
])('%s is not taken for the form’s values', (_, text) => {
  if (text !== undefined) stored.set('invite:bob', text);
  expect(readKept('invite:bob', empty)).toBeNull();
});
