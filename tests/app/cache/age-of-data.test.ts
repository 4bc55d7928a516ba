import { expect, test } from 'vitest';
import { clockTime } from '../../../src/format/date.ts';
import { ageOf } from '../../../src/ui/ageOf.ts';

const online = { reachable: true, missedAt: 0 };

test('data read since the last failed request has no age to show', () => {
  expect(ageOf([{ dataUpdatedAt: 1000, errorUpdatedAt: 0 }], online)).toBeNull();
  expect(
    ageOf([{ dataUpdatedAt: 1000, errorUpdatedAt: 500 }], { reachable: true, missedAt: 900 }),
  ).toBeNull();
});

test.each([
  [
    'the server cannot be reached',
    { dataUpdatedAt: 1000, errorUpdatedAt: 0 },
    { reachable: false, missedAt: 900 },
  ],
  ['its own last request failed', { dataUpdatedAt: 1000, errorUpdatedAt: 1500 }, online],
  [
    'no request succeeded since it was read',
    { dataUpdatedAt: 1000, errorUpdatedAt: 0 },
    { reachable: true, missedAt: 1200 },
  ],
])('the age of the data is shown when %s', (_, reading, line) => {
  expect(ageOf([reading], line)).toBe(1000);
});

test('the oldest of several results sets the age, and a query without data does not count', () => {
  const readings = [
    { dataUpdatedAt: 0, errorUpdatedAt: 9000 },
    { dataUpdatedAt: 3000, errorUpdatedAt: 0 },
    { dataUpdatedAt: 2000, errorUpdatedAt: 2500 },
    { dataUpdatedAt: 1000, errorUpdatedAt: 0 },
  ];
  expect(ageOf(readings, online)).toBe(2000);
  expect(ageOf(readings, { reachable: false, missedAt: 9000 })).toBe(1000);
});

const now = new Date(2026, 10, 21, 12, 0).getTime();

test.each([
  [new Date(2026, 10, 21, 10, 42), '10:42\u00a0AM'],
  [new Date(2026, 10, 21, 9, 5), '9:05\u00a0AM'],
  [new Date(2026, 10, 21, 12, 3), '12:03\u00a0PM'],
  [new Date(2026, 10, 21, 0, 30), '12:30\u00a0AM'],
  [new Date(2026, 10, 20, 16, 5), 'yesterday at 4:05\u00a0PM'],
  [new Date(2026, 10, 19, 23, 59), '11/19/26 11:59\u00a0PM'],
  [new Date(2025, 10, 19, 8, 0), '11/19/25 8:00\u00a0AM'],
])('%s is “%s”', (moment, words) => {
  expect(clockTime(moment.getTime(), now)).toBe(words);
});
