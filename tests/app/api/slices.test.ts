import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { checkBodyInSlices } from '../../../src/api/envelope.ts';

const Entry = v.object({ n: v.number(), note: v.optional(v.string(), '') });
const many = Array.from({ length: 1001 }, (_, n) => ({ n }));

function check(answer: unknown) {
  return checkBodyInSlices(v.array(Entry), 'conversation', { value: answer, status: 200 }, true);
}

test('a long list is checked whole and keeps its order', async () => {
  expect(await check(many)).toEqual(many.map(({ n }) => ({ n, note: '' })));
  expect(await check([])).toEqual([]);
});

test('other tasks run between the slices of a check', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  await check(many);
  clearInterval(timer);
  expect(turns).toBeGreaterThanOrEqual(3);
});

test.each([0, 300, 1000])('one invalid entry, at index %i, rejects the whole list', async (at) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(check(many.with(at, { n: 'x' as never }))).rejects.toMatchObject({ definite: true });
  expect(said).toHaveBeenCalledOnce();
  said.mockRestore();
});
