import { expect, test } from 'vitest';
import { quietUntil } from '../../../server/data/notify/quietHours.ts';

function seconds(iso: string): number {
  return Date.parse(iso) / 1000;
}

function until(hours: [from: string, to: string, timeZone: string], at: string): string | null {
  const [from, to, timeZone] = hours;
  const end = quietUntil({ from, to, timeZone }, seconds(at));
  return end === null ? null : new Date(end * 1000).toISOString().slice(0, 16);
}

const night = ['22:00', '07:00', 'America/New_York'] as [string, string, string];

test.each([
  ['before the night', '2026-11-22T02:59:59Z', null],
  ['as it begins', '2026-11-22T03:00:00Z', '2026-11-22T12:00'],
  ['before midnight', '2026-11-22T04:10:30Z', '2026-11-22T12:00'],
  ['after midnight', '2026-11-22T11:59:59Z', '2026-11-22T12:00'],
  ['as it ends', '2026-11-22T12:00:00Z', null],
  ['by day', '2026-11-22T18:00:00Z', null],
])('%s in New York', (_, at, end) => {
  expect(until(night, at)).toBe(end);
});

test('quiet hours within a day last from their start to their end', () => {
  const noon = ['12:00', '13:30', 'Europe/Berlin'] as [string, string, string];
  expect(until(noon, '2026-11-21T10:59:00Z')).toBeNull();
  expect(until(noon, '2026-11-21T11:00:00Z')).toBe('2026-11-21T12:30');
  expect(until(noon, '2026-11-21T12:30:00Z')).toBeNull();
});

test('quiet hours end by the clock on a night of daylight saving', () => {
  // 2026-03-08 has 23 hours in New York, 2026-11-01 has 25.
  expect(until(night, '2026-03-08T04:00:00Z')).toBe('2026-03-08T11:00');
  expect(until(night, '2026-11-01T03:00:00Z')).toBe('2026-11-01T12:00');
  // 02:30 is left out that night: quiet ends as the clock jumps over it.
  expect(until(['22:00', '02:30', 'America/New_York'], '2026-03-08T06:59:00Z')).toBe('2026-03-08T07:00');
});

test('a time zone with half an hour counts', () => {
  expect(until(['22:00', '07:00', 'Asia/Kolkata'], '2026-11-21T16:30:00Z')).toBe('2026-11-22T01:30');
});

test('equal start and end mean no quiet hours, like none at all', () => {
  expect(until(['08:00', '08:00', 'UTC'], '2026-11-21T08:00:00Z')).toBeNull();
  expect(quietUntil(null, seconds('2026-11-21T08:00:00Z'))).toBeNull();
});
