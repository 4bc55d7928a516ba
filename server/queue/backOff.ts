const firstSeconds = 10;
const longestSeconds = 3600;
const dayMs = 86_400_000;

/**
 * Returns the seconds to wait after this many consecutive failures: doubled each time, at most an hour, with jitter.
 *
 * @param random from 0 to 1
 */
export function backOffSeconds(failures: number, random = Math.random()): number {
  const whole = Math.min(longestSeconds, firstSeconds * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole * (0.5 + random / 2));
}

/**
 * Returns the seconds of a `Retry-After` header, which contains a number or a date (RFC 9110); at most a day.
 *
 * @returns null when there is none, or it is invalid
 */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? null : Math.ceil(Math.min(Math.max(ms, 0), dayMs) / 1000);
}
