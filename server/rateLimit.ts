import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CallName, calls } from '../src/contract/calls.ts';
import { type OwnCallName, ownCalls } from '../src/contract/ownCalls.ts';
import { uploadsPath } from '../src/contract/uploads.ts';
import { Refusal } from './errors.ts';

/** What may be asked for in a minute. */
export type Budgets = {
  /** Of one address, before anything of a request is looked at. Generous: a whole office may share one. */
  address: number;
  /** Of one address, for files in pieces: a piece is small on a slow line, and an office sends more of them than it makes calls. */
  pieces: number;
  /** Of one address, with what somebody could try to guess: tokens of sign-ins that are refused, and of letters. */
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

type Name = CallName | OwnCallName;

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
  Object.entries(callBudgets).map(([name, budget]) => [
    patternOf({ ...calls, ...ownCalls }[name as Name].path),
    budget,
  ]),
);
/** Their keys are long random words; a receipt says nothing to whoever guesses. */
const guessable = [
  patternOf(ownCalls.invitationByToken.path),
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

/**
 * Limits what one address and one person may ask for in a minute. Each process counts for itself: what is guarded is the
 * process, and a count in the database would cost as much as the calls it counts. What must hold over all processes, letters to
 * strangers, is counted where it is written (`people/invite.ts`).
 */
export async function limitRate(app: FastifyInstance, changes: Partial<Budgets>): Promise<void> {
  const limits = { ...budgets, ...changes };
  await app.register(rateLimit, { global: false });

  function counter(name: keyof Budgets, keyOf?: (request: FastifyRequest) => string) {
    const options = { max: limits[name], timeWindow: minuteMs, cache: mostCounted };
    const count = app.createRateLimit(keyOf ? { ...options, keyGenerator: keyOf } : options);
    return async (request: FastifyRequest, increment = true) => {
      const counted = await count(request, { increment });
      if (counted.isAllowed) return;
      const { remaining, isExceeded, ttlInSeconds } = counted;
      if (isExceeded || (!increment && remaining === 0)) {
        throw new Refusal('rate-limited', { retryAfter: Math.max(1, ttlInSeconds) });
      }
    };
  }

  const spendOfAddress = counter('address');
  const spendPiece = counter('pieces');
  const guess = counter('guesses');
  const ofPerson = ({ caller }: FastifyRequest) => caller?.uid ?? '';
  const spend = {
    person: counter('person', ofPerson),
    uploads: counter('uploads', ofPerson),
    searches: counter('searches', ofPerson),
    exports: counter('exports', ofPerson),
    invitations: counter('invitations', ofPerson),
  };

  app.addHook('onRequest', async (request) => {
    if (isFree(request)) return;
    await (isPiece(request) ? spendPiece(request) : spendOfAddress(request));
    await guess(request, guessable.includes(request.routeOptions.url ?? ''));
  });

  // After the call's own look at who calls, and before its body is read.
  app.addHook('preParsing', async (request) => {
    if (!request.caller) return;
    if (!isPiece(request)) await spend.person(request);
    if (bringsFiles(request)) await spend.uploads(request);
    const budget = budgetByPattern.get(request.routeOptions.url ?? '');
    if (budget && budget in spend) await spend[budget as keyof typeof spend](request);
  });

  app.addHook('onResponse', async (request, { statusCode }) => {
    if (statusCode === 401) await guess(request).catch(() => undefined);
  });
}
