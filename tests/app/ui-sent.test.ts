import { expect, test } from 'vitest';
import { sentBytes } from '../../src/ui/files/sentBytes.ts';

const files = [100, 50].map((size, at) => ({ name: `${at}.pdf`, type: '', size }));

test.each([
  ['before the first byte', 0, 0, [0, 0]],
  ['while what is not a file goes out', 20, 170, [0, 0]],
  ['in the first file', 50, 170, [30, 0]],
  ['in the second file', 140, 170, [100, 20]],
  ['when all is out', 170, 170, [100, 50]],
])('of a request’s bytes, each file has its own: %s', (_, transferred, total, sent) => {
  expect(sentBytes(files, { transferred, total })).toEqual(sent);
});
