import { calls } from '../contract/calls.ts';
import { requestTimeoutMs } from '../contract/limits.ts';
import { apiBase } from './base.ts';
import { readText } from './blob.ts';
import { fromBackend } from './copies.ts';
import { exchange } from './exchange.ts';
import { getReach, onReachChange } from './reach.ts';

/**
 * Whether the backend itself answers now, be it with a refusal: told by content, because a captive portal answers too, and
 * asked with a call of §7, because that is what every backend has. It has as much time as a call: on a line where an answer
 * takes five seconds, what waits for a quicker one would never be sent.
 */
export async function doesBackendAnswer(token: string | null): Promise<boolean> {
  try {
    const response = await exchange(apiBase() + calls.stats.path, {
      timeoutMs: requestTimeoutMs,
      cache: fromBackend,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    const answer: unknown = JSON.parse(await readText(response));
    return typeof answer === 'object' && answer !== null;
  } catch {
    return false;
  }
}

async function look(token: string | null): Promise<boolean> {
  const other = Promise.withResolvers<true>();
  const stop = onReachChange(() => {
    if (getReach().reachable) other.resolve(true);
  });
  try {
    return await Promise.race([doesBackendAnswer(token), other.promise]);
  } finally {
    stop();
  }
}

let looking: Promise<boolean> | null = null;

/**
 * Whether the backend can be reached. Whoever asks while it is being looked at is told the same, and at once when it was out of
 * reach and anything reaches it meanwhile: a look that left on a dead line would hold up what waits when the line is well again.
 */
export function isBackendReachable(token: string | null): Promise<boolean> {
  looking ??= look(token).finally(() => {
    looking = null;
  });
  return looking;
}
