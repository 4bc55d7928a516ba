import type { DueRules } from './dueRules.ts';

type Names = Record<string, string>;

/** The rules of due dates, null while they are off, and the countries whose holidays are known, by code. */
export type DueSettings = { rules: DueRules | null; countries: Names };

/**
 * What rules lead to. Dates are days of the firm's zone: `2026-11-27`. For each rule, when a job that it fits would be due if it were
 * submitted now; the holidays of the next twelve months that fall on a working day, names by date; and the states of the country, by code.
 */
export type DuePreview = { dates: string[]; holidays: Names; states: Names };

/** When the caller's calendar feed was made (seconds), or null without one; and whether the caller sees due dates. */
export type CalendarFeed = { since: number | null; hasDates: boolean };

/** Ours: a job is due soon if its due date has not passed, and will have within this time. */
export const dueSoonSeconds = 4 * 86_400;

/** Ours: what a listing can be narrowed to by due dates. */
export const dueFilters = { overdue: 'Overdue', soon: 'Due soon' } as const;

/**
 * A due date, `2026-11-27`, as MM/DD/YY. A year that is neither this one nor the next has four digits: two would hide a date that was
 * mistyped.
 */
export function dueDateText(isoDate: string, nowSeconds = Date.now() / 1000): string {
  const [year = '', month, day] = isoDate.split('-');
  const ahead = Number(year) - new Date(nowSeconds * 1000).getFullYear();
  return `${month}/${day}/${ahead === 0 || ahead === 1 ? year.slice(2) : year}`;
}
