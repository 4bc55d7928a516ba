import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../access/access.ts';
import { accountCacheMs } from './accountStatus.ts';
import type { VerifyToken } from './auth.ts';

/** About 5 MB of tokens; the least recently used is evicted. */
const mostTokens = 20_000;

/**
 * Caches verified tokens for some minutes, because a signature does not change and checking it costs more than most calls. What can
 * change is still read at each call: the profile, and whether the sessions or the account were ended.
 */
export function verifiedOnce(verify: VerifyToken, now: () => number): VerifyToken {
  const known = new LRUCache<string, { until: number; identity: Identity }>({ max: mostTokens });

  return async (token) => {
    const key = hash('sha256', token, 'base64url');
    const found = known.get(key);
    if (found && now() < found.until) return found.identity;
    known.delete(key);
    const identity = await verify(token);
    known.set(key, { until: Math.min(identity.expires * 1000, now() + accountCacheMs), identity });
    return identity;
  };
}
