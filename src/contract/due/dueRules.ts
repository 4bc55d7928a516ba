import * as v from 'valibot';
import { isPlausibleDay } from '../days.ts';
import { deliveryPriorities, priorities, type Service, services, wireValues } from '../enums.ts';
import { form, listOf } from '../fields.ts';
import { maxDueRules } from '../limits.ts';
import { timeZone } from '../users/notificationForms.ts';

const days = 'must be a whole number from 0 to 365';
const noDay = 'must be dates from 2000 to 2099';
const hour = 'must be an hour from 1 to 24';

/** Ours: how many business days the jobs that it fits take. Null fits every value. */
export const DueRule = form({
  service: v.nullable(v.picklist(wireValues(services))),
  jobPriority: v.nullable(v.picklist(wireValues(priorities))),
  deliveryPriority: v.nullable(v.picklist(wireValues(deliveryPriorities))),
  days: v.pipe(v.number(days), v.integer(days), v.minValue(0, days), v.maxValue(365, days)),
});
export type DueRule = v.InferOutput<typeof DueRule>;

function areDistinct(rules: DueRule[]): boolean {
  const keys = rules.map((rule) => `${rule.service} ${rule.jobPriority} ${rule.deliveryPriority}`);
  return new Set(keys).size === keys.length;
}

const code = v.pipe(v.string(), v.maxLength(10), v.regex(/^[A-Za-z0-9-]*$/));

/** Ours: the rules from which the due dates of all jobs follow. */
export const DueRules = form({
  /** IANA name of the firm's zone: "America/New_York". */
  timeZone,
  /** Days of the week on which the firm works, 0 for Sunday. */
  weekdays: v.pipe(
    listOf(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)), 7),
    v.minLength(1, 'must have at least one day'),
  ),
  /** What is submitted from this hour on counts as of the next business day; 24 for never. */
  cutOffHour: v.pipe(v.number(hour), v.integer(hour), v.minValue(1, hour), v.maxValue(24, hour)),
  /** Public holidays are no business days: country and state as in `date-holidays`; null for none. */
  holidays: v.nullable(form({ country: v.pipe(code, v.minLength(2)), state: v.optional(code, '') })),
  /** Names of those holidays on which the firm works all the same. */
  workedHolidays: v.optional(listOf(v.pipe(v.string(), v.maxLength(100)), 50)),
  /** Further days off: `2026-11-27`. */
  daysOff: v.optional(listOf(v.pipe(v.string(), v.check(isPlausibleDay, noDay)), 100)),
  /** Whether clients see the due dates of their jobs. */
  shownToClients: v.boolean(),
  rules: v.pipe(
    listOf(DueRule, maxDueRules),
    v.minLength(1, 'must have at least one rule'),
    v.check(areDistinct, 'must not name the same jobs twice'),
  ),
});
export type DueRules = v.InferOutput<typeof DueRules>;

/** Returns the rules to begin with. */
export function suggestedRules(timeZone: string): DueRules {
  const any = { service: null, jobPriority: null, deliveryPriority: null };
  return {
    timeZone,
    weekdays: [1, 2, 3, 4, 5],
    cutOffHour: 17,
    holidays: { country: 'US', state: '' },
    shownToClients: false,
    rules: [
      { ...any, days: 5 },
      { ...any, jobPriority: 'HIGH', days: 2 },
      { ...any, service: 'SE', days: 7 },
    ],
  };
}

type RuledJob = {
  jobEVService: readonly { evServices: readonly Service[] }[];
  jobPriority: string;
  deliveryPriority: string;
};

/** Rates how much a rule names: a service before a priority, and that before a delivery speed. */
function weight({ service, jobPriority, deliveryPriority }: DueRule): number {
  return (service === null ? 0 : 4) + (jobPriority === null ? 0 : 2) + (deliveryPriority === null ? 0 : 1);
}

/**
 * Returns the business days that a job takes: those of the service that takes longest. Of the rules that fit a service, the one that
 * names most counts. Null when no rule fits.
 */
export function dueDaysOf(job: RuledJob, rules: readonly DueRule[]): number | null {
  const fitting = rules
    .filter(
      (rule) =>
        (rule.jobPriority ?? job.jobPriority) === job.jobPriority &&
        (rule.deliveryPriority ?? job.deliveryPriority) === job.deliveryPriority,
    )
    .sort((a, b) => weight(b) - weight(a));
  const days = job.jobEVService
    .flatMap(({ evServices }) => evServices)
    .flatMap((service) => fitting.find((rule) => (rule.service ?? service) === service)?.days ?? []);
  return days.length === 0 ? null : Math.max(...days);
}
