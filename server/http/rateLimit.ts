import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CallName, calls, healthPath } from '../../src/contract/calls.ts';
import { uploadsPath } from '../../src/contract/files/uploads.ts';
import { presentedBearer, type VerifyToken } from '../auth/auth.ts';
import { Refusal } from '../errors/errors.ts';
import { clientAddressOf, warnOfUntrustedProxy } from './clientAddress.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a multipart request as an upload. Call it at the first file: a message without files is multipart too (§7), and must not
     * use up the budget of uploads. Absent where rates are not limited.
     */
    spendUpload?(request: FastifyRequest): Promise<void>;
  }
}

/** Requests per minute. */
export type Budgets = {
  /**
   * Of one address, counted before anything of a request but its token is read. Requests with a valid token and those without one are
   * counted apart: any web page can make its visitors' browsers send requests without a token, and must not lock out signed-in users at
   * the same address. Generous, because a whole office may share one address.
   */
  address: number;
  /**
   * Of one address with valid tokens, for chunks of uploads: on a slow connection they are small, and an office sends more of them
   * than calls.
   */
  pieces: number;
  /** Of one address, for guesses: rejected sign-in tokens, and tokens of emails, counted apart. */
  guesses: number;
  /** Of one user. */
  user: number;
  /** Of one user, in addition: calls that cost more than others. */
  uploads: number;
  searches: number;
  exports: number;
  invitations: number;
};

const budgets: Budgets = {
  address: 3000,
  pieces: 6000,
  guesses: 300,
  user: 1200,
  uploads: 120,
  searches: 240,
  exports: 30,
  invitations: 20,
};

const minuteMs = 60_000;
/** Addresses and users counted at once; the least recently seen is evicted. */
const mostCounted = 50_000;

type Name = CallName;

const callBudgets: Partial<Record<Name, keyof Budgets>> = {
  searchJobs: 'searches',
  search: 'searches',
  profiles: 'searches',
  download: 'exports',
  inviteUsers: 'invitations',
};

function patternOf(path: string): string {
  return `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;
}

const budgetByPattern = new Map(
  Object.entries(callBudgets).map(([name, budget]) => [patternOf(calls[name as Name].path), budget]),
);
/** The route of an email provider, whose password is counted as tokens are. */
const webhook = '/api/mail/inbound';
/** Routes with a secret in the path or the body. Secrets are long and random; guessing a receipt reveals nothing. */
const guessable = [
  patternOf(calls.invitationByToken.path),
  patternOf(calls.signUp.path),
  patternOf(calls.sealCheck.path),
  '/api/mail/unsubscribe/:token',
  '/api/mail/resubscribe/:token',
  '/api/calendar/:file',
];

/**
 * Whether a request is not limited: files of the app cost next to nothing, and monitoring must not be throttled. Decided by the
 * matched route, because a path can be written in many ways.
 */
function isFree({ routeOptions: { url } }: FastifyRequest): boolean {
  return url !== undefined && (!url.startsWith('/api/') || url === `/api${healthPath}`);
}

const uploadsPattern = patternOf(uploadsPath);

function isPiece({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === uploadsPattern || url === `${uploadsPattern}/:id`;
}

function createsUpload({ method, routeOptions: { url } }: FastifyRequest): boolean {
  return method === 'POST' && url === uploadsPattern;
}

/**
 * Limits the requests per minute of one address and of one user. Each process counts for itself, because it is the process that is
 * protected, and a count in the database would cost as much as the calls. Emails to strangers, which are limited across all processes,
 * are counted where they are written (`users/invite.ts`).
 *
 * @param verifyToken caches its results, because the call verifies the token again
 * @param isProvider whether a request for the webhook has its password
 * @returns a function that counts a request for a file of the app that was not found
 */
export async function limitRate(
  app: FastifyInstance,
  changes: Partial<Budgets>,
  verifyToken: VerifyToken,
  isProvider: (authorization: string | undefined) => boolean = () => false,
): Promise<(request: FastifyRequest) => Promise<void>> {
  const limits = { ...budgets, ...changes };
  await app.register(rateLimit, { global: false });
  warnOfUntrustedProxy(app);

  function counter(name: keyof Budgets, keyGenerator = clientAddressOf) {
    const options = { max: limits[name], timeWindow: minuteMs, cache: mostCounted, keyGenerator };
    const count = app.createRateLimit(options);
    return async (request: FastifyRequest) => {
      const spent = await count(request);
      if (!spent.isAllowed && spent.isExceeded) {
        throw new Refusal('rate-limited', { retryAfter: Math.max(1, spent.ttlInSeconds) });
      }
    };
  }

  const signedIn = { calls: counter('address'), pieces: counter('pieces') };
  const anonymous = counter('address');
  const refusedToken = counter('guesses');
  const guessedLink = counter('guesses');
  const guessedPassword = counter('guesses');
  const ofUser = ({ caller }: FastifyRequest) => caller?.uid ?? '';
  const spend = {
    user: counter('user', ofUser),
    uploads: counter('uploads', ofUser),
    searches: counter('searches', ofUser),
    exports: counter('exports', ofUser),
    invitations: counter('invitations', ofUser),
  };

  const counted = new WeakSet<FastifyRequest>();

  async function spendOfAddress(request: FastifyRequest): Promise<void> {
    if (request.routeOptions.url === webhook) {
      // A provider may drop an email that gets 429, and all of them may come from one address, with those of users behind a proxy.
      if (!isProvider(request.headers.authorization)) await guessedPassword(request);
      return;
    }
    const token = presentedBearer(request.headers.authorization);
    if (token === undefined) return anonymous(request);
    try {
      await verifyToken(token);
    } catch (error) {
      // Without the provider's keys nothing is known about a token.
      return error instanceof Refusal ? refusedToken(request) : anonymous(request);
    }
    await (isPiece(request) ? signedIn.pieces : signedIn.calls)(request);
  }

  app.addHook('onRequest', async (request) => {
    if (isFree(request)) return;
    counted.add(request);
    await spendOfAddress(request);
    if (guessable.includes(request.routeOptions.url ?? '')) await guessedLink(request);
  });

  app.decorate('spendUpload', spend.uploads);

  // After the call has identified the caller, and before its body is read.
  app.addHook('preParsing', async (request) => {
    if (!request.caller) return;
    if (!isPiece(request)) await spend.user(request);
    if (createsUpload(request)) await spend.uploads(request);
    const budget = budgetByPattern.get(request.routeOptions.url ?? '');
    if (budget && budget in spend) await spend[budget as keyof typeof spend](request);
  });

  return async (request) => {
    if (!counted.has(request)) await anonymous(request);
  };
}
