import { noteServerTime } from '../timing.ts';
import { cachedSinceOf } from './provenance.ts';

type Reading = { dateMs: number; at: number; elapsed: number };
let last: Reading | null = null;

/**
 * Returns the milliseconds since a reading. Each of the two clocks may stand still or be set, so the later time counts: one that is too
 * late does no harm.
 */
function since({ at, elapsed }: Reading): number {
  return Math.max(Date.now() - at, performance.now() - elapsed);
}

/** Reads the server's clock from a response. */
export function noteServerDate(response: Response): void {
  const dateMs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(dateMs) || cachedSinceOf(response) !== undefined) return;
  last = { dateMs, at: Date.now(), elapsed: performance.now() };
  noteServerTime(dateMs);
}

/** Returns the time of day at the server, in seconds since 1970, or a later one; null before its first response. */
export function serverSeconds(): number | null {
  return last && Math.ceil((last.dateMs + since(last)) / 1000);
}
