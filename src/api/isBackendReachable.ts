import { calls } from '../contract/calls.ts';
import { requestTimeoutMs } from '../contract/limits.ts';
import { apiBase } from './base.ts';
import { readText } from './blob.ts';
import { fromBackend } from './copies.ts';
import { exchange } from './exchange.ts';

const quickMs = 4000;

/** The last look took as long as a quick one may: the line may be dead, or one on which every answer comes that late. */
let isSlow = false;

async function look(token: string | null): Promise<boolean> {
  const timeoutMs = isSlow ? requestTimeoutMs : quickMs;
  const began = performance.now();
  try {
    const response = await exchange(apiBase() + calls.stats.path, {
      timeoutMs,
      cache: fromBackend,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    const answer: unknown = JSON.parse(await readText(response, { stallMs: timeoutMs }));
    return typeof answer === 'object' && answer !== null;
  } catch {
    return false;
  } finally {
    // Timers may be early by a part of a millisecond.
    isSlow = performance.now() - began > quickMs - 100;
  }
}

let looking: Promise<boolean> | null = null;

/**
 * Whether the backend itself answers, be it with a refusal: told by content, because a captive portal answers too, and
 * asked with a call of §7, because that is what every backend has. Whoever asks while it is being looked at is told the same.
 *
 * Four seconds are enough for a line that is any good. After a look that took so long the next has as much time as a call: on a
 * line where an answer takes five, what waits would never be sent.
 */
export function isBackendReachable(token: string | null): Promise<boolean> {
  looking ??= look(token).finally(() => {
    looking = null;
  });
  return looking;
}
