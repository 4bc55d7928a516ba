import { expect, it } from 'vitest';
import { longestGap } from '../../cluster/longestGap.ts';

it('counts the time before the first write of a drill, and after the last', () => {
  expect(longestGap([40, 41, 43], 10, 44)).toBe(30);
  expect(longestGap([5, 11, 12], 10, 42)).toBe(30);
  expect(longestGap([5, 11, 31, 32], 10, 33)).toBe(20);
  expect(longestGap([], 10, 30)).toBe(20);
});
