import { hash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { Refusal } from '../http/errors.ts';
import type { VerifyToken } from './auth.ts';

/** How long what the provider said of a token counts; streams are looked at anew as often. */
export const standingMs = 10 * 60_000;
/** A provider that does not answer is left alone for so long. */
const restMs = 30_000;
const patienceMs = 4000;
/** About 20 MB of them. */
const mostTokens = 100_000;

/** What the provider says of a token whose account was disabled or deleted, or whose password has changed since. */
const over = ['USER_DISABLED', 'USER_NOT_FOUND', 'TOKEN_EXPIRED', 'INVALID_ID_TOKEN'];
const Failure = v.object({ error: v.object({ message: v.string() }) });

/** Where the identity provider looks accounts up, and the project's public key. */
export type Accounts = { origin: string; apiKey: string };

type Options = Accounts & {
  /** Keys may be bound to the pages of one site. */
  referrer: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now: () => number;
};

/** Whether the provider refuses the token; undefined when it does not say. */
async function isOver(token: string, { origin, apiKey, referrer }: Options): Promise<boolean> {
  const answer = await fetch(`${origin}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', referer: `${referrer}/` },
    body: JSON.stringify({ idToken: token }),
    signal: AbortSignal.timeout(patienceMs),
  });
  const said: unknown = await answer.json();
  if (answer.ok) return false;
  const failure = v.safeParse(Failure, said);
  const message = failure.success ? failure.output.error.message : '';
  if (over.some((code) => message === code || message.startsWith(`${code} `))) return true;
  throw new Error(`The identity provider answered ${answer.status} when asked about an account.`);
}

/**
 * Verifies tokens as `verify` does, and asks the provider now and then whether the account behind a token still stands: it was
 * signed before anybody disabled or deleted it or changed its password. That takes the token itself and no service account. A
 * provider that does not answer shuts nobody out: a token runs out within the hour by itself.
 */
export function whileStanding(verify: VerifyToken, options: Options): VerifyToken {
  const { log, now } = options;
  const known = new LRUCache<string, { until: number; over: Promise<boolean> }>({ max: mostTokens });
  let restUntil = 0;

  async function ask(token: string, key: string, before: Promise<boolean>): Promise<boolean> {
    try {
      return await isOver(token, options);
    } catch (error) {
      restUntil = now() + restMs;
      known.set(key, { until: restUntil, over: before });
      log.warn({ err: error }, 'whether accounts still stand is not known');
      return before;
    }
  }

  /** Whether the provider ended it, as far as is known. */
  function isEnded(token: string): Promise<boolean> {
    const key = hash('sha256', token, 'base64url');
    const found = known.get(key);
    if (found && found.until > now()) return found.over;
    const before = found?.over ?? Promise.resolve(false);
    if (restUntil > now()) return before;
    const over = ask(token, key, before);
    known.set(key, { until: now() + standingMs, over });
    return over;
  }

  return async (token) => {
    const identity = await verify(token);
    if (await isEnded(token)) throw new Refusal('unauthorized');
    return identity;
  };
}
