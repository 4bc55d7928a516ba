import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  type BusinessCalendar,
  businessDaysAfter,
  countingDay,
  dueDay,
} from '../../../server/data/due/dueDay.ts';
import { calendarOf, holidaysBetween } from '../../../server/data/due/holidays.ts';
import { clockIn, dayOf, daySeconds, endOfDay, isoDateOf } from '../../../server/time/zone.ts';
import type { DueRules } from '../../../src/contract/due/dueRules.ts';

const hour = 3600;

/** Zones with and without daylight saving time, on both hemispheres, with half hours, and with clocks that are set at midnight. */
const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Havana',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Apia',
  'UTC',
];

const [firstDay, lastDay] = [dayOf('2024-01-01'), dayOf('2030-12-31')];
const moments = fc.integer({ min: firstDay * daySeconds, max: lastDay * daySeconds });
const someDay = fc.integer({ min: firstDay, max: lastDay });

/** A firm that works on some days of the week, with holidays anywhere. */
const calendars: fc.Arbitrary<BusinessCalendar> = fc
  .record({
    timeZone: fc.constantFrom(...zones),
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
    cutOffHour: fc.integer({ min: 1, max: 24 }),
    days: fc.uniqueArray(someDay, { maxLength: 200 }),
  })
  .map(({ days, ...calendar }) => {
    const off = new Set(days);
    return { ...calendar, isHoliday: (day) => off.has(day) };
  });

/** Whether the firm works on a day, told by a calendar of JavaScript's. */
function works(day: number, { weekdays, isHoliday }: BusinessCalendar): boolean {
  return weekdays.includes(new Date(day * daySeconds * 1000).getUTCDay()) && !isHoliday(day);
}

function workingDays(after: number, until: number, calendar: BusinessCalendar): number {
  return Array.from({ length: Math.max(0, until - after) }, (_, index) => after + 1 + index).filter((day) =>
    works(day, calendar),
  ).length;
}

const count = fc.integer({ min: 0, max: 60 });
/** Moments in order, of which two each are the beginning and the end of a hold. */
const holds = fc
  .array(moments, { maxLength: 6 })
  .map((times) => times.sort((a, b) => a - b))
  .map((times) =>
    Array.from({ length: Math.floor(times.length / 2) }, (_, index) => ({
      from: times[2 * index] ?? 0,
      to: times[2 * index + 1] ?? 0,
    })),
  );

/** Returns the due day of a job without holds and changes. */
function plain(reported: number, days: number, calendar: BusinessCalendar): number {
  return dueDay({ reported, days, stops: [], set: null }, calendar) ?? Number.NaN;
}

describe('the due day', () => {
  test('is a day on which the firm works, so many of them after the one as of which the job counts', () => {
    fc.assert(
      fc.property(moments, count, calendars, (reported, days, calendar) => {
        const first = countingDay(reported, calendar);
        const due = plain(reported, days, calendar);
        expect(works(due, calendar)).toBe(true);
        expect(workingDays(first, due, calendar)).toBe(days);
      }),
    );
  });

  test('counts a job as of the day of its report, or as of the next working day after the cut-off hour', () => {
    fc.assert(
      fc.property(moments, calendars, (reported, calendar) => {
        const { day, hour: at } = clockIn(reported, calendar.timeZone);
        const first = countingDay(reported, calendar);
        expect(works(first, calendar)).toBe(true);
        if (at < calendar.cutOffHour && works(day, calendar)) expect(first).toBe(day);
        else {
          expect(first).toBeGreaterThan(day);
          expect(workingDays(day, first - 1, calendar)).toBe(0);
        }
      }),
    );
  });

  test('is never earlier for a job that was reported later', () => {
    fc.assert(
      fc.property(moments, moments, count, calendars, (one, other, days, calendar) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        expect(plain(early, days, calendar)).toBeLessThanOrEqual(plain(late, days, calendar));
      }),
    );
  });

  test('follows the firm’s clock, whether or not clocks were changed in between', () => {
    fc.assert(
      fc.property(
        someDay,
        fc.integer({ min: 0, max: 23 }),
        count,
        fc.constantFrom(...zones),
        calendars,
        (day, at, days, timeZone, calendar) => {
          const here = { ...calendar, timeZone };
          // Some hours do not exist on the day on which clocks go forward.
          const reported = endOfDay(day - 1, timeZone) + at * hour;
          fc.pre(clockIn(reported, timeZone).hour === at && clockIn(reported, timeZone).day === day);
          const inUtc = day * daySeconds + at * hour;
          expect(plain(reported, days, here)).toBe(plain(inUtc, days, { ...calendar, timeZone: 'UTC' }));
        },
      ),
    );
  });

  test('is moved by a hold so that as many working days remain as before', () => {
    fc.assert(
      fc.property(moments, count, moments, count, calendars, (reported, days, from, length, calendar) => {
        fc.pre(from >= reported);
        const to = from + length * 7 * hour;
        const before = plain(reported, days, calendar);
        fc.pre(before >= countingDay(from, calendar));
        const after = dueDay({ reported, days, stops: [{ from, to }], set: null }, calendar) ?? Number.NaN;
        expect(workingDays(countingDay(to, calendar), after, calendar)).toBe(
          workingDays(countingDay(from, calendar), before, calendar),
        );
      }),
    );
  });

  test('is not moved by a hold that lasts, nor by one from before the job or within one working day', () => {
    fc.assert(
      fc.property(moments, count, moments, calendars, (reported, days, at, calendar) => {
        const without = plain(reported, days, calendar);
        const same = countingDay(at, calendar) === countingDay(at + 600, calendar);
        const stops = [
          { from: reported - 90 * daySeconds, to: reported },
          ...(same && at > reported ? [{ from: at, to: at + 600 }] : []),
          { from: at + 600, to: null },
        ];
        expect(dueDay({ reported, days, stops, set: null }, calendar)).toBe(without);
      }),
    );
  });

  test('is the same for one hold and for the same hold in two parts', () => {
    fc.assert(
      fc.property(moments, count, holds, calendars, (reported, days, stops, calendar) => {
        const parts = stops.flatMap(({ from, to }) => {
          const middle = Math.floor((from + to) / 2);
          return [
            { from, to: middle },
            { from: middle, to },
          ];
        });
        const facts = { reported, days, set: null };
        expect(dueDay({ ...facts, stops: parts }, calendar)).toBe(dueDay({ ...facts, stops }, calendar));
      }),
    );
  });

  test('is never earlier with a hold than without', () => {
    fc.assert(
      fc.property(moments, count, holds, calendars, (reported, days, stops, calendar) => {
        const due = dueDay({ reported, days, stops, set: null }, calendar);
        expect(due).toBeGreaterThanOrEqual(plain(reported, days, calendar));
      }),
    );
  });

  test('that staff set stays, whatever the rules say, until a later hold moves it', () => {
    fc.assert(
      fc.property(
        moments,
        fc.option(count),
        someDay,
        moments,
        holds,
        calendars,
        (reported, days, day, at, stops, calendar) => {
          const set = { day, at };
          const earlier = stops.filter(({ to }) => to <= at);
          expect(dueDay({ reported, days, stops: earlier, set }, calendar)).toBe(day);
          const [first, last] = [at + daySeconds, at + 30 * daySeconds];
          const held = workingDays(countingDay(first, calendar), countingDay(last, calendar), calendar);
          const moved = dueDay(
            { reported, days, stops: [...earlier, { from: first, to: last }], set },
            calendar,
          );
          expect(moved).toBe(businessDaysAfter(day, held, calendar));
          expect(workingDays(day, moved ?? 0, calendar)).toBe(held);
        },
      ),
    );
  });

  test('is none where no rule fits and nothing is set', () => {
    fc.assert(
      fc.property(moments, holds, calendars, (reported, stops, calendar) => {
        expect(dueDay({ reported, days: null, stops, set: null }, calendar)).toBeNull();
      }),
    );
  });
});

test('a day ends at the first moment of the next one, also where clocks are set at midnight', () => {
  fc.assert(
    fc.property(someDay, fc.constantFrom(...zones), (day, timeZone) => {
      const end = endOfDay(day, timeZone);
      expect(clockIn(end, timeZone).day).toBe(day + 1);
      expect(clockIn(end - 1, timeZone).day).toBe(day);
      const hours = (end - endOfDay(day - 1, timeZone)) / hour;
      expect(hours).toBeGreaterThanOrEqual(23);
      expect(hours).toBeLessThanOrEqual(25);
    }),
    { numRuns: 1000 },
  );
});

test('the clocks of zones are remembered, but not in each of the thousand ways to write one', () => {
  const letters = [...'asia/kolkata'];
  const written = Array.from({ length: 1000 }, (_, n) =>
    letters.map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
  );
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (const zone of written) clockIn(0, zone);
  made.mockClear();
  for (const zone of [written[999], written[0], written[0]]) clockIn(0, zone as string);
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});

test('a firm works on holidays that it names, and has days off of its own', async () => {
  const rules: DueRules = {
    timeZone: 'America/Chicago',
    weekdays: [1, 2, 3, 4, 5],
    cutOffHour: 17,
    holidays: { country: 'US', state: '' },
    workedHolidays: ['Columbus Day', 'Juneteenth'],
    daysOff: ['2027-11-26'],
    shownToClients: false,
    rules: [],
  };
  const calendar = await calendarOf(rules);
  const after = (reported: string) => isoDateOf(plain(Date.parse(reported) / 1000, 1, calendar));
  expect(after('2027-10-08T09:00:00-05:00')).toBe('2027-10-11');
  // The day off for a holiday on a weekend goes with its holiday.
  expect(after('2027-06-17T09:00:00-05:00')).toBe('2027-06-18');
  expect(after('2027-11-24T09:00:00-06:00')).toBe('2027-11-29');
});

test.each([
  ['US', 'Labor Day', '2026-09-07'],
  ['US', "Washington's Birthday", '2026-02-16'],
  ['CA', 'Labour Day', '2026-09-07'],
  ['PR', 'Epiphany', '2026-01-06'],
])('in %s, %s is on %s', async (country, name, date) => {
  const day = dayOf(date);
  expect(await holidaysBetween({ country, state: '' }, day, day)).toEqual([{ date, name }]);
});

describe('with the holidays of the United States', () => {
  const rules: DueRules = {
    timeZone: 'America/New_York',
    weekdays: [1, 2, 3, 4, 5],
    cutOffHour: 17,
    holidays: { country: 'US', state: '' },
    shownToClients: false,
    rules: [],
  };
  async function dueAfter(reported: string, days: number): Promise<string> {
    return isoDateOf(plain(Date.parse(reported) / 1000, days, await calendarOf(rules)));
  }

  test.each([
    ['Thanksgiving is skipped', '2026-11-25T16:00:00-05:00', 1, '2026-11-27'],
    ['after the cut-off hour, the next working day counts', '2026-11-25T17:00:00-05:00', 1, '2026-11-30'],
    ['a Friday evening is a Monday', '2026-11-20T18:30:00-05:00', 2, '2026-11-25'],
    ['a Saturday is a Monday', '2026-11-21T09:00:00-05:00', 0, '2026-11-23'],
    ['Independence Day on a Saturday is observed on Friday', '2026-07-02T09:00:00-04:00', 1, '2026-07-06'],
    ['Veterans Day on a Sunday is observed on Monday', '2035-11-09T09:00:00-05:00', 1, '2035-11-13'],
    ['Veterans Day on a Saturday is observed on Friday', '2034-11-09T09:00:00-05:00', 1, '2034-11-13'],
    ['Christmas and New Year', '2026-12-24T09:00:00-05:00', 5, '2027-01-04'],
    ['over the end of daylight saving time', '2026-10-30T16:59:59-04:00', 1, '2026-11-02'],
    ['over its beginning', '2027-03-12T16:59:59-05:00', 1, '2027-03-15'],
  ])('%s', async (_says, reported, days, due) => {
    expect(await dueAfter(reported, days)).toBe(due);
  });
});
