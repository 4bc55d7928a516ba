import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { dayName, dayOfDate, exactDay, exactTime, isoDay } from '../../../src/format/date.ts';
import { relativeTime } from '../../../src/format/relativeTime.ts';
import { ownTimeZone } from '../../../src/format/timeZones.ts';

/** Noon in the time zone of the machine. */
const noon = new Date(2026, 10, 21, 12, 0, 0).getTime() / 1000;
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  ['America/Los_Angeles', '2026-11-21'],
  ['Asia/Tokyo', '2026-11-22'],
])('an export is named by the day in %s', (zone, name) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', zone);
  expect(isoDay(new Date('2026-11-22T03:00:00Z'))).toBe(name);
});

test.each([
  ['America/Denver', 'America/Denver'],
  // As Chrome says where the system's zone is not set; no server knows it, and Chrome itself takes it for none.
  ['Etc/Unknown', 'UTC'],
])('a device in the zone %s asks for times of %s', (timeZone, asked) => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone };
  const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  onTestFinished(() => spy.mockRestore());
  expect(ownTimeZone()).toBe(asked);
});

describe('a relative time', () => {
  test.each([
    [-30, 'Just now'],
    [0, 'Just now'],
    [9.9, 'Just now'],
    [10, '10 seconds ago'],
    [59.9, '59 seconds ago'],
    [minute, '1 minute ago'],
    [5 * minute, '5 minutes ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [13 * hour, '13 hours ago'],
    [day - 1, '23 hours ago'],
    [day, 'Yesterday'],
    [36 * hour, 'Yesterday'],
    [36 * hour + 1, '2 days ago'],
    [6 * day, '6 days ago'],
    [7 * day, '1 week ago'],
    [20 * day, '2 weeks ago'],
    [29 * day, '4 weeks ago'],
    [30 * day, '1 month ago'],
    [200 * day, '6 months ago'],
    [364 * day, '12 months ago'],
    [365 * day, '1 year ago'],
    [800 * day, '2 years ago'],
  ])('is for %d seconds “%s”', (passed, words) => {
    expect(relativeTime(noon - passed, noon)).toBe(words);
  });
});

test('the exact time is MM/DD/YY H:M', () => {
  expect(exactTime(new Date(2026, 10, 1, 9, 5).getTime() / 1000)).toBe('11/01/26 9:05');
  expect(exactTime(new Date(2026, 2, 21, 23, 59).getTime() / 1000)).toBe('03/21/26 23:59');
});

test('a date is MM/DD/YY, for a moment and for a calendar day', () => {
  expect(exactDay(noon)).toBe('11/21/26');
  expect(dayOfDate('2026-03-01')).toBe('03/01/26');
});

test.each([
  [noon, 'Today'],
  [noon - 12 * hour, 'Today'],
  [noon - 13 * hour, 'Yesterday'],
  [noon - 5 * day, '11/16/26'],
  [new Date(2025, 11, 31, 8).getTime() / 1000, '12/31/25'],
])('the day of %d is called %s', (seconds, name) => {
  expect(dayName(seconds, noon)).toBe(name);
});
