import { hash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { Refusal } from '../errors/errors.ts';
import type { VerifyToken } from './auth.ts';

/** How long the status of an account is cached. Streams are reopened, and so checked again, after the same time. */
export const accountCacheMs = 10 * 60_000;
/** How long the provider is not asked again after it failed to respond. */
const restMs = 30_000;
const timeoutMs = 4000;
/** About 20 MB of entries. */
const mostTokens = 100_000;

/** The provider's error codes for a token whose account was disabled or deleted, or whose password has changed since. */
const over = ['USER_DISABLED', 'USER_NOT_FOUND', 'TOKEN_EXPIRED', 'INVALID_ID_TOKEN'];
const Found = v.object({ users: v.tuple([v.object({ passwordUpdatedAt: v.optional(v.number()) })]) });
const Failure = v.object({ error: v.object({ message: v.string() }) });

/** The origin of the provider's account look-up, and the project's public API key. */
export type Accounts = { origin: string; apiKey: string };

type Options = Accounts & {
  /** Sent as Referer, because an API key can be restricted to the pages of one site. */
  referrer: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now: () => number;
};

/** An account at the provider: whether it was ended, and when its password was set, where that is known. */
type Status = { isOver: boolean; passwordSet: number | null };
const unknown: Status = { isOver: false, passwordSet: null };

/** Asks the provider about the account behind a token. Throws when the response does not say whether it was ended. */
async function statusOf(token: string, { origin, apiKey, referrer }: Options): Promise<Status> {
  const answer = await fetch(`${origin}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', referer: `${referrer}/` },
    body: JSON.stringify({ idToken: token }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const said: unknown = await answer.json();
  if (answer.ok) {
    const found = v.safeParse(Found, said);
    return { isOver: false, passwordSet: (found.success && found.output.users[0].passwordUpdatedAt) || null };
  }
  const failure = v.safeParse(Failure, said);
  const message = failure.success ? failure.output.error.message : '';
  if (over.some((code) => message === code || message.startsWith(`${code} `)))
    return { ...unknown, isOver: true };
  throw new Error(`The identity provider answered ${answer.status} when asked about an account.`);
}

/**
 * Verifies tokens with `verify`, and checks with the provider every `accountCacheMs` whether the account still exists: a token
 * stays valid after its account was disabled or deleted or its password changed. The check takes the token itself and no service
 * account. When the provider does not respond, nobody is locked out: a token expires within an hour.
 */
export function withAccountCheck(verify: VerifyToken, options: Options): VerifyToken {
  const { log, now } = options;
  const known = new LRUCache<string, { until: number; status: Promise<Status> }>({ max: mostTokens });
  let restUntil = 0;

  async function ask(token: string, key: string, before: Promise<Status>): Promise<Status> {
    try {
      return await statusOf(token, options);
    } catch (error) {
      restUntil = now() + restMs;
      known.set(key, { until: restUntil, status: before });
      log.warn({ err: error }, 'the identity provider could not check an account');
      return before;
    }
  }

  /** Returns what is known of the account. */
  function knownStatus(token: string): Promise<Status> {
    const key = hash('sha256', token, 'base64url');
    const found = known.get(key);
    if (found && found.until > now()) return found.status;
    const before = found?.status ?? Promise.resolve(unknown);
    if (restUntil > now()) return before;
    const status = ask(token, key, before);
    known.set(key, { until: now() + accountCacheMs, status });
    return status;
  }

  return async (token) => {
    const identity = await verify(token);
    const { isOver, passwordSet } = await knownStatus(token);
    if (isOver) throw new Refusal('unauthorized');
    return { ...identity, passwordSet };
  };
}
