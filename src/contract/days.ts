/** Whether a text is a day that somebody means, `2026-11-27`: of this century, and one that its month has. */
export function isPlausibleDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns a day with the century of a year that was typed with two digits: a field for dates has `0026-11-27` of 11/27/26. */
export function withCentury(day: string): string {
  return day.replace(/^00(?=\d\d-)/, '20');
}
