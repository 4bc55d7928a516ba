import type { DueRules } from '../../../src/contract/due/dueRules.ts';
import { dayOf, daySeconds, isoDateOf } from '../../time/zone.ts';
import type { BusinessCalendar } from './dueDay.ts';

type Where = NonNullable<DueRules['holidays']>;

/** Loads the library when rules are first used: its data is as large as the rest of the server. */
async function library() {
  return (await import('date-holidays')).default;
}

/** The public holidays of a year, by day. */
type Year = ReadonlyMap<number, string>;
/** The years read so far, by country, state and year. They stay few: rules change seldom, and name one place. */
const years = new Map<string, Year>();
const mostYears = 200;

type Holidays = InstanceType<Awaited<ReturnType<typeof library>>>;

/**
 * Returns the public holidays that last a whole day; leaves out the evenings of other days. The day off for one on a weekend counts as well
 * where it is listed as a bank holiday, like that of Veterans Day.
 */
function yearOf(holidays: Holidays, year: number): Year {
  const days = new Map<number, string>();
  const listed = holidays.getHolidays(year);
  const names = new Set(listed.filter(({ type }) => type === 'public').map(({ name }) => name));
  for (const { date, start, end, type, substitute, name } of listed) {
    const isDayOff = substitute && names.has(plainName(name));
    if ((type !== 'public' && !isDayOff) || !date.slice(11).startsWith('00:00')) continue;
    const first = dayOf(date.slice(0, 10));
    const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / 1000 / daySeconds));
    for (let day = first; day < first + count; day++) days.set(day, name);
  }
  return days;
}

/** Returns a function that names the public holiday of a day. It returns undefined for other days, and for an unknown place. */
async function holidayNames(where: Where | null): Promise<(day: number) => string | undefined> {
  if (where === null) return () => undefined;
  const { country, state } = where;
  const Library = await library();
  // Labor Day in America; without the second language the library would name what has no American name as the country does.
  const options = { languages: country === 'US' ? ['en-us', 'en'] : 'en' };
  const holidays = state === '' ? new Library(country, options) : new Library(country, state, options);
  return (day) => {
    const year = Number(isoDateOf(day).slice(0, 4));
    const key = `${country} ${state} ${year}`;
    const known = years.get(key) ?? yearOf(holidays, year);
    if (years.size >= mostYears) years.clear();
    years.set(key, known);
    return known.get(day);
  };
}

/** Returns the name of a holiday without what says that it is observed on another day. */
export function plainName(name: string): string {
  return name.replace(/ \([^()]*\)$/, '');
}

/** Returns the firm's calendar for its rules. */
export async function calendarOf(rules: DueRules): Promise<BusinessCalendar> {
  const { timeZone, weekdays, cutOffHour, workedHolidays = [], daysOff = [] } = rules;
  const nameOf = await holidayNames(rules.holidays);
  const off = new Set(daysOff.map(dayOf));
  function isHoliday(day: number): boolean {
    const name = nameOf(day);
    return off.has(day) || (name !== undefined && !workedHolidays.includes(plainName(name)));
  }
  return { timeZone, weekdays, cutOffHour, isHoliday };
}

/** Returns the public holidays of the days from `first` to `last`. */
export async function holidaysBetween(
  where: DueRules['holidays'],
  first: number,
  last: number,
): Promise<{ date: string; name: string }[]> {
  const nameOf = await holidayNames(where);
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return days.flatMap((day) => {
    const name = nameOf(day);
    return name === undefined ? [] : [{ date: isoDateOf(day), name }];
  });
}

function byName(names: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).sort(([, a], [, b]) => a.localeCompare(b, 'en')));
}

/** Returns the countries whose holidays are known: their names by code, in the order of the names. */
export async function countries(): Promise<Record<string, string>> {
  const Library = await library();
  return byName(new Library().getCountries('en'));
}

/** Whether the holidays of a country, or of a state in it, are known. */
export async function isKnownPlace({ country, state }: Where): Promise<boolean> {
  const isKnown = Object.hasOwn(await countries(), country);
  return isKnown && (state === '' || Object.hasOwn(await statesOf(country), state));
}

/** Returns the states of a country whose holidays are known: their names by code, in the order of the names. */
export async function statesOf(country: string): Promise<Record<string, string>> {
  const Library = await library();
  return byName(new Library().getStates(country, 'en') ?? {});
}
