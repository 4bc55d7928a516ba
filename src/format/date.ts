function two(value: number): string {
  return String(value).padStart(2, '0');
}

function dateOf(at: Date): string {
  return `${two(at.getMonth() + 1)}/${two(at.getDate())}/${two(at.getFullYear() % 100)}`;
}

/** The day as MM/DD/YY (§9), by the reader's clock: `11/21/26`. Every date on a screen is one of these. */
export function exactDay(seconds: number): string {
  return dateOf(new Date(seconds * 1000));
}

/** A calendar day, `2026-11-21`, by the reader's clock: sorts names of files. */
export function isoDay(at = new Date()): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The exact time as MM/DD/YY H:M (§9), by the reader's clock: `11/21/26 9:05`. */
export function exactTime(seconds: number): string {
  const at = new Date(seconds * 1000);
  return `${exactDay(seconds)} ${at.getHours()}:${two(at.getMinutes())}`;
}

/** The time of day as people in the US say it, by the reader's clock: `9:05 AM`. It never breaks across lines. */
function timeOfDay(seconds: number): string {
  const at = new Date(seconds * 1000);
  const hours = at.getHours();
  return `${hours % 12 || 12}:${two(at.getMinutes())}\u00a0${hours < 12 ? 'AM' : 'PM'}`;
}

/** The exact time where no title can be shown, such as on paper: `11/21/26 9:05 AM`. */
export function paperTime(seconds: number): string {
  return `${exactDay(seconds)} ${timeOfDay(seconds)}`;
}

/** A calendar day, `2026-11-21`, as MM/DD/YY. */
export function dayOfDate(isoDate: string): string {
  return dateOf(new Date(`${isoDate}T00:00`));
}

/** The first second of the day `days` after a calendar day, by the reader's clock. Some days do not begin at 0:00. */
function beginning(isoDate: string, days: number): number {
  const [year = 0, month = 1, day = 1] = isoDate.split('-').map(Number);
  const at = new Date(0);
  at.setFullYear(year, month - 1, day + days);
  at.setHours(0, 0, 0, 0);
  return Math.floor(at.getTime() / 1000);
}

/** The first second of a calendar day, `2026-11-21`, by the reader's clock. */
export function startOfDay(isoDate: string): number {
  return beginning(isoDate, 0);
}

/** The first second after a calendar day, by the reader's clock: not 24 hours later where clocks change. */
export function startOfNextDay(isoDate: string): number {
  return beginning(isoDate, 1);
}

/** The moment as `<time dateTime>` takes it. */
export function machineTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** The day of a moment: 'Today', 'Yesterday' or MM/DD/YY. */
export function dayName(seconds: number, nowSeconds = Date.now() / 1000): string {
  const day = exactDay(seconds);
  const date = new Date(nowSeconds * 1000);
  if (day === dateOf(date)) return 'Today';
  date.setDate(date.getDate() - 1);
  return day === dateOf(date) ? 'Yesterday' : day;
}

/**
 * A moment as people say it within a sentence when the minute matters: `10:42 AM`, `yesterday at 4:05 PM`, and before that
 * `11/16/26 4:05 PM`, by the reader's clock.
 *
 * @param at milliseconds, like `now`
 */
export function clockTime(at: number, now = Date.now()): string {
  const day = dayName(at / 1000, now / 1000);
  if (day === 'Today') return timeOfDay(at / 1000);
  return day === 'Yesterday' ? `yesterday at ${timeOfDay(at / 1000)}` : paperTime(at / 1000);
}
