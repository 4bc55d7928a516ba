import { expect, test } from 'vitest';
import { sentBytes } from '../../../src/ui/filePicker/sentBytes.ts';

const files = [100, 50].map((size, at) => ({ name: `${at}.pdf`, type: '', size }));

test.each([
  ['before the first byte', 0, 0, [0, 0]],
  ['while the other parts are sent', 20, 170, [0, 0]],
  ['within the first file', 50, 170, [30, 0]],
  ['within the second file', 140, 170, [100, 20]],
  ['at the end', 170, 170, [100, 50]],
])('the progress of a request is split among its files %s', (_, transferred, total, sent) => {
  expect(sentBytes(files, { transferred, total })).toEqual(sent);
});
