import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CallName, calls } from '../../src/contract/calls.ts';
import { uploadsPath } from '../../src/contract/uploads.ts';
import { presentedBearer, type VerifyToken } from '../auth/auth.ts';
import { Refusal } from './errors.ts';

/** What may be asked for in a minute. */
export type Budgets = {
  /**
   * Of one address, before anything of a request is looked at but its token: with a valid one, and without one, each counted by
   * itself. Any web page can have its visitors' browsers send requests without a token, and must not lock out who is signed in there.
   * Generous: a whole office may share one address.
   */
  address: number;
  /** Of one address with valid tokens, for files in pieces: a piece is small on a slow line, and an office sends more of them than it makes calls. */
  pieces: number;
  /** Of one address, with what somebody could try to guess: tokens of sign-ins that are refused, and those of emails, each by itself. */
  guesses: number;
  /** Of one person. */
  person: number;
  /** Of one person, beside that: what costs more than others. */
  uploads: number;
  searches: number;
  exports: number;
  invitations: number;
};

const budgets: Budgets = {
  address: 3000,
  pieces: 6000,
  guesses: 300,
  person: 1200,
  uploads: 120,
  searches: 240,
  exports: 30,
  invitations: 20,
};

const minuteMs = 60_000;
/** Addresses and people counted at once; who was heard of least lately makes way. */
const mostCounted = 50_000;

type Name = CallName;

const callBudgets: Partial<Record<Name, keyof Budgets>> = {
  searchJobs: 'searches',
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
/** Their keys are long random words; a receipt says nothing to whoever guesses. */
const guessable = [
  patternOf(calls.invitationByToken.path),
  '/api/mail/unsubscribe/:token',
  '/api/mail/resubscribe/:token',
];

/**
 * The app's own files cost next to nothing, and whoever watches the server must not be told to wait. Judged by what the address
 * was taken for: the address itself can be written in many ways.
 */
function isFree({ routeOptions: { url } }: FastifyRequest): boolean {
  return url !== undefined && (!url.startsWith('/api/') || url === '/api/healthz');
}

const uploadsPattern = patternOf(uploadsPath);

function isPiece({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === uploadsPattern || url === `${uploadsPattern}/:id`;
}

/** As form data, or as an upload in pieces that is begun. */
function bringsFiles({ method, headers, routeOptions: { url } }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('multipart/') || (method === 'POST' && url === uploadsPattern);
}

/** An address as it counts: that of an IPv6 network of one household. A connection that was reset by now has none. */
function addressOf({ ip }: FastifyRequest): string {
  return normalizeIP(ip ?? '');
}

const untrustedProxy =
  'X-Forwarded-For came from an address that is not trusted: set TRUST_PROXY to the address of the proxy, or everybody behind it counts as one';

/** Warns, once, when a proxy in front is not configured. */
function warnOfUntrustedProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    // Of a peer that is trusted the framework lists its own address and those that it names.
    if (!isWarned && request.headers['x-forwarded-for'] && (request.ips?.length ?? 1) < 2) {
      isWarned = true;
      request.log.warn(untrustedProxy);
    }
    done();
  });
}

/**
 * Limits what one address and one person may ask for in a minute. Each process counts for itself: what is guarded is the
 * process, and a count in the database would cost as much as the calls it counts. What must hold over all processes, emails to
 * strangers, is counted where it is written (`people/invite.ts`).
 *
 * @param verifyToken verifies a token at most once: the call itself does so again
 * @returns what counts a request that was taken for one for a file of the app, and that no file was found for
 */
export async function limitRate(
  app: FastifyInstance,
  changes: Partial<Budgets>,
  verifyToken: VerifyToken,
): Promise<(request: FastifyRequest) => Promise<void>> {
  const limits = { ...budgets, ...changes };
  await app.register(rateLimit, { global: false });
  warnOfUntrustedProxy(app);

  function counter(name: keyof Budgets, keyGenerator = addressOf) {
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
  const ofPerson = ({ caller }: FastifyRequest) => caller?.uid ?? '';
  const spend = {
    person: counter('person', ofPerson),
    uploads: counter('uploads', ofPerson),
    searches: counter('searches', ofPerson),
    exports: counter('exports', ofPerson),
    invitations: counter('invitations', ofPerson),
  };

  const counted = new WeakSet<FastifyRequest>();

  async function spendOfAddress(request: FastifyRequest): Promise<void> {
    const token = presentedBearer(request.headers.authorization);
    if (token === undefined) return anonymous(request);
    try {
      await verifyToken(token);
    } catch (error) {
      // Of a token that cannot be verified for lack of keys, nothing is known.
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

  // After the call's own look at who calls, and before its body is read.
  app.addHook('preParsing', async (request) => {
    if (!request.caller) return;
    if (!isPiece(request)) await spend.person(request);
    if (bringsFiles(request)) await spend.uploads(request);
    const budget = budgetByPattern.get(request.routeOptions.url ?? '');
    if (budget && budget in spend) await spend[budget as keyof typeof spend](request);
  });

  return async (request) => {
    if (!counted.has(request)) await anonymous(request);
  };
}
