function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The exact time as MM/DD/YY H:M (§9), by the reader's clock: `11/21/26 9:05`. */
export function exactTime(seconds: number): string {
  const at = new Date(seconds * 1000);
  const date = `${two(at.getMonth() + 1)}/${two(at.getDate())}/${two(at.getFullYear() % 100)}`;
  return `${date} ${at.getHours()}:${two(at.getMinutes())}`;
}

/** The moment as `<time datetime>` wants it. */
export function machineTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** The calendar day of a moment, for telling days apart: `2026-11-21`, by the reader's clock. */
export function dayKey(seconds: number): string {
  const at = new Date(seconds * 1000);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The day as a heading between messages: 'Today', 'Yesterday', 'Monday, November 16', and the year where it is another. */
export function dayName(seconds: number, nowSeconds = Date.now() / 1000): string {
  const now = new Date(nowSeconds * 1000);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayKey(seconds) === dayKey(nowSeconds)) return 'Today';
  if (dayKey(seconds) === dayKey(yesterday.getTime() / 1000)) return 'Yesterday';
  const at = new Date(seconds * 1000);
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  }).format(at);
}
