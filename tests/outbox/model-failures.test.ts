import { expect, test } from 'vitest';
import { readExample, signatureOf, tableOfExample, total } from './model/failures.ts';

const tally = { seed: 1, schedules: 10, commits: 5, hits: { crash: 2 }, checks: {} };

test('failures that differ in keys, texts and times only are one group', () => {
  expect(signatureOf('1 nothing lost: c12 vanished while queued')).toBe(
    signatureOf('1 nothing lost: c7 vanished while queued'),
  );
  expect(signatureOf('15 written: "m1 of u1" says 4 s ago')).toBe(
    signatureOf('15 written: "m9 of u2" says 17 s ago'),
  );
  expect(signatureOf('1 nothing lost: c12 vanished while queued')).not.toBe(
    signatureOf('1 nothing lost: c12 vanished while sending'),
  );
});

test('the sum of two runs counts each group once and keeps the shorter example', () => {
  const failed = (events: number, number: number) => ({ count: 2, events, example: { seed: 1, number } });
  const sum = total([
    { ...tally, failures: { lost: failed(9, 3) } },
    { ...tally, failures: { lost: failed(4, 8), doubled: failed(5, 1) } },
  ]);
  expect(sum).toMatchObject({ schedules: 20, commits: 10, hits: { crash: 4 } });
  expect(sum.failures.lost).toEqual({ count: 4, events: 4, example: { seed: 1, number: 8 } });
  expect(sum.failures.doubled?.count).toBe(2);
});

test('an example is played as it was printed', async () => {
  expect(readExample('77/412/3,9')).toEqual({ seed: 77, number: 412, kept: [3, 9] });
  expect(await tableOfExample(readExample('77/3/0,1'))).toBe('');
});
