const firstSeconds = 10;
const longestSeconds = 3600;
const dayMs = 86_400_000;

/**
 * Seconds to wait after this many failures in a row: twice as long each time, up to an hour, and never the same for everybody.
 *
 * @param random from 0 to 1
 */
export function backOffSeconds(failures: number, random = Math.random()): number {
  const whole = Math.min(longestSeconds, firstSeconds * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole * (0.5 + random / 2));
}

/**
 * The seconds of a `Retry-After` header, which has a number of them or a date (RFC 9110); a day at most.
 *
 * @returns null when there is none, or it makes no sense
 */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? null : Math.ceil(Math.min(Math.max(ms, 0), dayMs) / 1000);
}
