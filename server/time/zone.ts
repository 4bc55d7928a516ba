/** Days are numbered from 1970-01-01, so that they can be counted. */
export const daySeconds = 86_400;

/** Returns the number of a day like `2026-11-27`. */
export function dayOf(isoDate: string): number {
  return Date.parse(`${isoDate}T00:00:00Z`) / 1000 / daySeconds;
}

/** Returns a numbered day as `2026-11-27`. */
export function isoDateOf(day: number): string {
  return new Date(day * daySeconds * 1000).toISOString().slice(0, 10);
}

/** Returns the day of the week, 0 for Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** By the name of a zone as it was given: in any case, of which a name has thousands, at 28 KB each. */
const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 200;

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formats.size >= mostFormats) formats.clear();
  formats.set(timeZone, format);
  return format;
}

/** Returns the local time of a zone at a moment (seconds), as the seconds at which a UTC clock would show the same. */
export function localSeconds(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(at * 1000)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
}

/** Returns the day and the hour (0 to 23) that the clocks of a zone show at a moment (seconds). */
export function clockIn(at: number, timeZone: string): { day: number; hour: number } {
  const local = localSeconds(at, timeZone);
  const day = Math.floor(local / daySeconds);
  return { day, hour: Math.floor((local - day * daySeconds) / 3600) };
}

/**
 * Returns the moment (seconds) at which a day ends in a zone: the first moment of a later day. Tries both offsets around midnight,
 * because clocks may be set then.
 */
export function endOfDay(day: number, timeZone: string): number {
  const midnight = (day + 1) * daySeconds;
  const moments = [midnight - daySeconds, midnight + daySeconds].map(
    (near) => midnight - (localSeconds(near, timeZone) - near),
  );
  return Math.min(...moments.filter((at) => clockIn(at, timeZone).day > day));
}
