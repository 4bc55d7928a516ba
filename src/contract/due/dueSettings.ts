import * as v from 'valibot';
import type { DueRules } from './dueRules.ts';

// Apart from `dueRules.ts`, and hardly checked here, because the first list and the worker load the responses of all calls.

type Names = Record<string, string>;

/** The rules of due dates, null while they are off, and the countries whose holidays are known, by code. */
export const DueSettings = v.custom<{ rules: DueRules | null; countries: Names }>(Boolean);

/**
 * What rules lead to. Dates are days of the firm's zone: `2026-11-27`. For each rule, when a job that it fits would be due if it were
 * submitted now; the holidays of the next twelve months that fall on a working day, names by date; and the states of the country, by code.
 */
export const DuePreview = v.custom<{ dates: string[]; holidays: Names; states: Names }>(Boolean);

/** When the caller's calendar feed was made (seconds), or null without one; and whether the caller sees due dates. */
export const CalendarFeed = v.custom<{ since: number | null; hasDates: boolean }>(Boolean);
