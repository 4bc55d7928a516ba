const daySeconds = 86_400;

/** The beginning of a week. */
export type WeekStart = {
  /** Its Monday: `2026-11-16`. */
  date: string;
  /** Its first second, in seconds since 1970. */
  at: number;
};

/** Returns how many seconds the clocks of a time zone are ahead of UTC at a moment. */
function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 0, day = 0, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - at;
  };
}

/** Returns the last weeks of a time zone, the oldest first; the last one contains `now` (seconds). Weeks begin on Monday. */
export function weekStarts(timeZone: string, now: number, weeks: number): WeekStart[] {
  const offsetAt = offsetsOf(timeZone);
  /** The clock of the zone, read as if it were UTC. */
  const today = Math.floor((now + offsetAt(now)) / daySeconds);
  // 1970 began on a Thursday.
  const monday = today - ((today + 3) % 7);
  return Array.from({ length: weeks }, (_, index) => {
    const midnight = (monday - 7 * (weeks - 1 - index)) * daySeconds;
    // The offset at that moment, not the one at midnight of UTC: clocks change in between.
    const at = midnight - offsetAt(midnight - offsetAt(midnight));
    return { date: new Date(midnight * 1000).toISOString().slice(0, 10), at };
  });
}
