import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CallName, calls, type ResponseOf } from '../../src/contract/calls.ts';
import { type ApprovedCaller, type Caller, mustMayCall, type Rule } from '../access/access.ts';
import { bearerOf } from '../auth/auth.ts';
import type { Queryable } from '../data/db/db.ts';
import { isStorable } from '../data/isStorable.ts';
import { currentCaller, lockCaller } from '../data/users/callers.ts';
import { lockUsers } from '../data/users/users.ts';
import { Refusal, Unavailable } from '../errors/errors.ts';
import { type FileResponse, sendFile } from '../files/fileResponse.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { fingerprintOf, idempotencyKeyOf } from '../writes/idempotencyKey.ts';
import { onceIn, type Written } from '../writes/writeOnce.ts';
import type { CallHandler, CallRow, Context } from './callRow.ts';
import { bodyOfUpload, checkedBody } from './requestBody.ts';
import { receiveUpload, type Upload } from './upload.ts';
import { choiceOf, writtenTimeOf } from './writeHeaders.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read; null for a call that needs no sign-in. */
    caller: Caller | null;
  }
}

/** Returns the caller after the access check; null for a call that needs no sign-in. */
export async function callerOf(
  request: FastifyRequest,
  rule: Rule,
  services: Pick<Services, 'db' | 'verifyToken'>,
): Promise<Caller | null> {
  if (rule === 'public') return null;
  const identity = await services.verifyToken(bearerOf(request.headers.authorization));
  const caller = await currentCaller(services.db, identity);
  mustMayCall(rule, caller);
  return caller;
}

function paramsOf(request: FastifyRequest): Record<string, string> {
  const params = request.params as Record<string, string>;
  if (!Object.values(params).every(isStorable)) throw new Refusal('not-found');
  return params.email === undefined ? params : { ...params, email: params.email.trim().toLowerCase() };
}

async function uploadOf(
  request: FastifyRequest,
  { cost, takesFiles }: Pick<CallRow<CallName>, 'cost' | 'takesFiles'>,
  services: Services,
): Promise<Upload | null> {
  if (!request.isMultipart()) return null;
  if (!takesFiles) throw new Refusal('invalid');
  return receiveUpload(request, services, cost);
}

/** Returns the arguments of a call's handler. The cast is safe, because the tables that type them are those that were checked. */
function contextOf<N extends CallName>(
  request: FastifyRequest,
  services: Services,
  rest: { caller: Caller | null; body: unknown; db: Queryable } & Pick<
    Context<N>,
    'files' | 'key' | 'prepared'
  >,
): Context<N, never> {
  const params = paramsOf(request);
  const { query, headers, id: requestId } = request;
  const now = nowSeconds(services);
  const sent = {
    params,
    query,
    requestId,
    now,
    written: writtenTimeOf(headers, now),
    choice: choiceOf(headers, now),
  };
  const context: unknown = { ...sent, services, ...rest };
  return context as Context<N, never>;
}

/**
 * Registers one call of the contract under `/api`. Its steps: token, caller and rights, before its body is accepted; then, for a write,
 * what is prepared for it, and one transaction: caller (locked) and rights once more, key, body, work, stored response, commit.
 */
export function route<N extends CallName>(
  app: FastifyInstance,
  services: Services,
  name: N,
  row: CallRow<N>,
): void {
  const { method, path, write } = calls[name];
  const { access: rule, cost, repeat } = row;
  // The rule narrowed the caller to what the handler takes.
  const handler = row.handler as CallHandler<N, never>;

  /** Checks the body, and counts its bytes where the call stores any: a sign-up does, though it is no write. */
  function acceptedBody(request: FastifyRequest, caller: Caller | null, upload: Upload | null): unknown {
    const body = checkedBody(name, upload ? bodyOfUpload(upload) : request.body, upload?.files ?? []);
    const bytes = upload?.textBytes ?? Number(request.headers['content-length'] ?? cost.bodyBytes);
    if (caller && cost.storedBytes > 0) services.quota?.spend(caller.uid, bytes);
    return body;
  }

  async function read(request: FastifyRequest, reply: FastifyReply) {
    const { caller } = request;
    const body = acceptedBody(request, caller, null);
    const rest = { caller, body, files: [], db: services.db, key: null };
    const answer: unknown = await handler(contextOf(request, services, rest));
    if (calls[name].response === 'blob') return sendFile(request, reply, answer as FileResponse);
    return { body: answer };
  }

  /** Does a write in its transaction, one step after the other. */
  async function inOrder(
    request: FastifyRequest,
    { upload, prepared }: { upload: Upload | null; prepared: unknown },
    db: Queryable,
  ): Promise<Written> {
    const files = upload?.files ?? [];
    const sent = upload ? bodyOfUpload(upload) : request.body;
    const { changesUsers } = row;
    if (changesUsers === true || changesUsers?.(sent)) await lockUsers(db);
    const caller = await lockCaller(db, request.caller);
    if (caller) mustMayCall(rule, caller);
    // Without a caller, keys would be shared by everyone, and anyone could fill the database with them.
    const key = caller && idempotencyKeyOf(request.headers['idempotency-key']);
    const keyed = {
      uid: caller?.uid ?? '',
      userType: caller?.profile?.userType ?? 'UNSPECIFIED',
      key,
      call: name,
      fingerprint: fingerprintOf(sent, files),
    };
    const work = async () => {
      const body = acceptedBody(request, caller, upload);
      await upload?.takeUploads(db);
      return handler(contextOf(request, services, { caller, body, files, db, key, prepared }));
    };
    // There is a key only with a caller, and every call with a `repeat` requires a verified one.
    return onceIn(
      db,
      keyed,
      nowSeconds(services),
      work,
      repeat && {
        stored: (answer) => repeat.stored(answer as ResponseOf<N>),
        again: (db, stored) => repeat.again(db, caller as ApprovedCaller, stored),
      },
    );
  }

  /** Nothing may throw after the commit: rows now reference the files. */
  async function writeWith(request: FastifyRequest): Promise<string> {
    const upload = await uploadOf(request, row, services);
    try {
      const prepared = await row.prepare?.(checkedBody(name, request.body, []) as never);
      const { answer, repeated } = await services.db.tx((db) => inOrder(request, { upload, prepared }, db));
      // The rows of the first request name the files of the first request.
      if (repeated) await upload?.discard();
      else services.wakeUp.signal();
      return answer;
    } catch (error) {
      // The rows that name these files may have been committed.
      if (!(error instanceof Unavailable && error.maybeCommitted)) await upload?.discard();
      throw error;
    }
  }

  app.route({
    method,
    url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: cost.bodyBytes,
    config: { name, cost },
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      request.caller = await callerOf(request, rule, services);
    },
    handler: async (request, reply) => {
      if (!write) return read(request, reply);
      const answer = await writeWith(request);
      reply.type('application/json; charset=utf-8');
      return answer;
    },
  });
}
