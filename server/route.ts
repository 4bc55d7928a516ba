import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerOf, type CallName, type CheckedRequestOf, calls } from '../src/contract/calls.ts';
import {
  type CheckedOwnRequestOf,
  type OwnAnswerOf,
  type OwnCallName,
  ownCalls,
} from '../src/contract/ownCalls.ts';
import { access, type Caller, type CallerOf, mustMayCall } from './access.ts';
import { bearerOf } from './auth.ts';
import { callerNow, holdCaller } from './data/callers.ts';
import type { Queryable } from './data/db.ts';
import { inTurn } from './data/inTurn.ts';
import { Refusal, Unavailable } from './errors.ts';
import { type FileAnswer, sendFile } from './fileAnswer.ts';
import { fingerprintOf, idempotencyKeyOf } from './idempotencyKey.ts';
import { bodyOfUpload, checkedBody, isStorable, takesFiles } from './requestBody.ts';
import type { Services } from './services.ts';
import { receiveUpload, type StoredFile, type Upload } from './upload.ts';
import { writeOnce } from './writeOnce.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read; null for a call that needs no sign-in. */
    caller: Caller | null;
  }
}

const everyCall = { ...calls, ...ownCalls };
type Name = keyof typeof everyCall;

type Named<P extends string> = P extends `${string}{${infer Key}}${infer Rest}` ? Key | Named<Rest> : never;

/** What a call's handler gets. */
export type Context<N extends Name> = {
  /** Null for a call that needs no sign-in; with an approved profile where the access table says so. */
  caller: CallerOf<N>;
  /** Path parameters, decoded; an e-mail in lower case. */
  params: Record<Named<(typeof everyCall)[N]['path']>, string>;
  /** What stands behind the path, as it was sent: few calls know of any. */
  query: Readonly<Record<string, unknown>>;
  /** Checked by the contract; undefined for a GET. */
  body: N extends CallName ? CheckedRequestOf<N> : CheckedOwnRequestOf<N & OwnCallName>;
  /** The request's files, stored already; they go again unless the transaction is kept. */
  files: readonly StoredFile[];
  /** As the log and the answer's `x-request-id` have it. */
  requestId: string;
  /** For a write its transaction, and the only database it may touch. */
  db: Queryable;
  services: Services;
};

export type Answer<N extends Name> = N extends CallName
  ? AnswerOf<N> extends 'blob'
    ? FileAnswer
    : AnswerOf<N>
  : OwnAnswerOf<N & OwnCallName>;

/** Does one call and returns the answer's body. Refuses by throwing a `Refusal`, which undoes a write. */
export type Handler<N extends Name> = (context: Context<N>) => Promise<Answer<N>>;

/** Who calls, when they may make this call; null for a call that needs no sign-in. */
export async function callerOf(
  request: FastifyRequest,
  name: Name,
  services: Pick<Services, 'db' | 'verifyToken'>,
): Promise<Caller | null> {
  if (access[name].stage === 'public') return null;
  const identity = await services.verifyToken(bearerOf(request.headers.authorization));
  const caller = await callerNow(services.db, identity);
  mustMayCall(name, caller);
  return caller;
}

function paramsOf(request: FastifyRequest): Record<string, string> {
  const params = request.params as Record<string, string>;
  if (!Object.values(params).every(isStorable)) throw new Refusal('not-found');
  return params.email === undefined ? params : { ...params, email: params.email.trim().toLowerCase() };
}

async function uploadOf(request: FastifyRequest, name: Name, services: Services): Promise<Upload | null> {
  if (!request.isMultipart()) return null;
  if (!takesFiles(name)) throw new Refusal('invalid');
  return receiveUpload(request, services);
}

/**
 * Registers one call of the contract under `/api`: token and access first, then the body by the contract's rules, then
 * `handler`, for a write in one transaction together with its idempotency key.
 */
export function route<N extends Name>(
  app: FastifyInstance,
  services: Services,
  name: N,
  handler: Handler<N>,
): void {
  const { method, path, write } = everyCall[name];

  /** What a handler of this very call gets: the tables that type it are the ones that were checked. */
  function contextOf(request: FastifyRequest, rest: Pick<Context<N>, 'body' | 'files' | 'db'>) {
    return {
      caller: request.caller,
      params: paramsOf(request),
      query: request.query as Context<N>['query'],
      requestId: request.id,
      services,
      ...rest,
    } as Context<N>;
  }

  function bodyOf(sent: unknown, files: readonly StoredFile[]): Context<N>['body'] {
    if (method === 'GET') return undefined as Context<N>['body'];
    return checkedBody(name, sent, files) as Context<N>['body'];
  }

  async function read(request: FastifyRequest, reply: FastifyReply) {
    const rest = { body: bodyOf(request.body, []), files: [], db: services.db };
    const answer: unknown = await handler(contextOf(request, rest));
    if (everyCall[name].answer === 'blob') return sendFile(request, reply, answer as FileAnswer);
    return { body: answer };
  }

  async function done(request: FastifyRequest, upload: Upload | null): Promise<string> {
    const files = upload?.files ?? [];
    const sent = upload ? bodyOfUpload(upload) : request.body;
    const body = bodyOf(sent, files);
    const { answer, repeated } = await writeOnce(
      services,
      {
        uid: request.caller?.uid ?? '',
        key: idempotencyKeyOf(request.headers['idempotency-key']),
        call: name,
        fingerprint: fingerprintOf(sent, files),
      },
      async (db) => {
        const context = contextOf(request, { body, files, db });
        const handled = async () => handler(context);
        const [, , written] = await inTurn(
          holdCaller(db, request.caller),
          upload?.takeUploads(db) ?? Promise.resolve(),
          handled(),
        );
        return written;
      },
    );
    // The rows of the first time name the files of the first time.
    if (repeated) await upload?.discard();
    else services.pulse.beat();
    return answer;
  }

  /** Must do nothing after the commit that could fail for the sake of the answer: the files are the rows' then. */
  async function writeWith(request: FastifyRequest): Promise<string> {
    const upload = await uploadOf(request, name, services);
    try {
      return await done(request, upload);
    } catch (error) {
      // The rows that name these files may have been kept all the same.
      if (!(error instanceof Unavailable && error.maybeKept)) await upload?.discard();
      throw error;
    }
  }

  app.route({
    method,
    url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      request.caller = await callerOf(request, name, services);
    },
    handler: async (request, reply) => {
      if (!write) return read(request, reply);
      const answer = await writeWith(request);
      reply.type('application/json; charset=utf-8');
      return answer;
    },
  });
}
