import { hash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { Refusal } from '../errors.ts';
import type { VerifyToken } from './auth.ts';

/** How long the status of an account is cached. Streams are reopened, and so checked again, after the same time. */
export const accountCacheMs = 10 * 60_000;
/** How long the provider is not asked again after it failed to respond. */
const restMs = 30_000;
const patienceMs = 4000;
/** About 20 MB of entries. */
const mostTokens = 100_000;

/** The provider's error codes for a token whose account was disabled or deleted, or whose password has changed since. */
const over = ['USER_DISABLED', 'USER_NOT_FOUND', 'TOKEN_EXPIRED', 'INVALID_ID_TOKEN'];
const Failure = v.object({ error: v.object({ message: v.string() }) });

/** The origin of the provider's account look-up, and the project's public API key. */
export type Accounts = { origin: string; apiKey: string };

type Options = Accounts & {
  /** Sent as Referer, because an API key can be restricted to the pages of one site. */
  referrer: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now: () => number;
};

/** Asks the provider whether the account behind a token was ended. Throws when the response does not say. */
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
 * Verifies tokens with `verify`, and checks with the provider every `accountCacheMs` whether the account still exists: a token
 * stays valid after its account was disabled or deleted or its password changed. The check takes the token itself and no service
 * account. When the provider does not respond, nobody is locked out: a token expires within an hour.
 */
export function withAccountCheck(verify: VerifyToken, options: Options): VerifyToken {
  const { log, now } = options;
  const known = new LRUCache<string, { until: number; over: Promise<boolean> }>({ max: mostTokens });
  let restUntil = 0;

  async function ask(token: string, key: string, before: Promise<boolean>): Promise<boolean> {
    try {
      return await isOver(token, options);
    } catch (error) {
      restUntil = now() + restMs;
      known.set(key, { until: restUntil, over: before });
      log.warn({ err: error }, 'the identity provider could not check an account');
      return before;
    }
  }

  /** Whether the account was ended, as far as is known. */
  function isEnded(token: string): Promise<boolean> {
    const key = hash('sha256', token, 'base64url');
    const found = known.get(key);
    if (found && found.until > now()) return found.over;
    const before = found?.over ?? Promise.resolve(false);
    if (restUntil > now()) return before;
    const over = ask(token, key, before);
    known.set(key, { until: now() + accountCacheMs, over });
    return over;
  }

  return async (token) => {
    const identity = await verify(token);
    if (await isEnded(token)) throw new Refusal('unauthorized');
    return identity;
  };
}
