import { day, hour, minute } from '../../format/relativeTime.ts';

const units = { days: day, hours: hour, minutes: minute } as const;
type DurationUnit = keyof typeof units;

/** Returns the unit in which the longest of some durations (seconds) reads best. */
export function unitFor(longest: number): DurationUnit {
  if (longest >= 2 * day) return 'days';
  return longest >= 2 * hour ? 'hours' : 'minutes';
}

/** Returns a duration as a number of a unit: whole minutes, and hours and days with at most one decimal. */
export function inUnit(seconds: number, unit: DurationUnit): number {
  const parts = unit === 'minutes' ? 1 : 10;
  return Math.round((seconds / units[unit]) * parts) / parts;
}

/** Formats a duration in the unit that suits it: "3.5 days", "1 hour". */
export function durationText(seconds: number): string {
  const unit = unitFor(seconds);
  const amount = inUnit(seconds, unit);
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}
