import { ApiError } from './ApiError.ts';
import { apiBase } from './base.ts';
import { fromBackend } from './copies.ts';
import { type Ask, accepted } from './exchange.ts';
import { doesBackendAnswer } from './isBackendReachable.ts';
import { requestBody, timeoutFor } from './requestBody.ts';
import type { Transfer, uploadFetch } from './uploadFetch.ts';

/** One request, as the wire needs it. */
export type Outgoing = {
  method: 'GET' | 'POST';
  /** Below the base, parameters filled in. */
  path: string;
  body?: object | undefined;
  files?: readonly File[] | undefined;
  /** Sent beside the usual ones. */
  headers?: Record<string, string> | undefined;
  /** Ids of files that were sent in pieces before. */
  uploads?: readonly string[] | undefined;
  /** Sent as `Idempotency-Key`. */
  idempotencyKey?: string | undefined;
  /** Sent as the bearer, instead of the token source's. */
  idToken?: string | undefined;
  /** Only the backend itself may answer, no kept copy. */
  fresh?: boolean | undefined;
  /** Asks for server-sent events, those after `lastEventId`; whoever asks tries again by themselves. */
  stream?: { lastEventId: string | null } | undefined;
  signal?: AbortSignal | undefined;
  onUpload?: ((transfer: Transfer) => void) | undefined;
};

type TokenSource = () => Promise<string | null>;

let tokenSource: TokenSource = async () => null;
let refreshToken: TokenSource = async () => null;

/**
 * Where the bearer comes from.
 *
 * @param source the signed-in user's token, fresh enough to use, or null
 * @param refresh a new token by force, asked once after a 401
 */
export function setTokenSource(source: TokenSource, refresh: TokenSource): void {
  tokenSource = source;
  refreshToken = refresh;
}

let countingFetch: typeof uploadFetch | null = null;

/** How uploads are counted; the worker cannot, and nobody looks. */
export function setUploadFetch(counting: typeof uploadFetch): void {
  countingFetch = counting;
}

let sendWith: typeof fetch | undefined;

/** How a page sends what nothing counts; else by `fetch`. */
export function setFetch(send: typeof fetch): void {
  sendWith = send;
}

let readWith: Ask = accepted;

/** How a page reads; the worker asks once, because what it does is tried again as a whole. */
export function setReads(ask: Ask): void {
  readWith = ask;
}

async function bearer(source: TokenSource): Promise<string> {
  const token = await source().catch(() => {
    throw new ApiError('offline');
  });
  if (!token) throw new ApiError('unauthorized');
  return token;
}

/** A setting, because a backend that does not allow the header across origins would refuse every write. */
function keyHeader(key: string | undefined): Record<string, string> {
  if (key === undefined || import.meta.env.VITE_IDEMPOTENCY_HEADER === 'off') return {};
  return { 'idempotency-key': `"${key}"` };
}

function streamHeaders(stream: Outgoing['stream']): Record<string, string> {
  if (!stream) return {};
  const { lastEventId } = stream;
  return { accept: 'text/event-stream', ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }) };
}

async function send(outgoing: Outgoing, token: string | null): Promise<Response> {
  const { method, path, body, files = [], uploads, signal, onUpload } = outgoing;
  const content = body === undefined ? null : requestBody(body, files, uploads);
  const form = content?.body instanceof FormData ? content.body : null;
  const ask = method === 'GET' && !outgoing.stream ? readWith : accepted;
  try {
    return await ask(apiBase() + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(content?.type ? { 'content-type': content.type } : {}),
        ...keyHeader(outgoing.idempotencyKey),
        ...streamHeaders(outgoing.stream),
        ...outgoing.headers,
      },
      ...(content ? { body: content.body } : {}),
      cache: outgoing.fresh ? fromBackend : 'no-store',
      timeoutMs: timeoutFor(files),
      signal,
      send: form && onUpload && countingFetch ? countingFetch(form, onUpload) : sendWith,
    });
  } catch (said) {
    const died = said instanceof ApiError && said.code === 'offline';
    throw died && files.length > 0 && (await doesBackendAnswer(token))
      ? new ApiError('content-too-large')
      : said;
  }
}

/**
 * Sends with the bearer. After a 401 the token is renewed and the request sent once more: the 401 says that nothing was
 * carried out.
 *
 * @throws ApiError; the signal's reason when aborted
 */
export async function transmit(outgoing: Outgoing): Promise<Response> {
  // Who brings a token looks what became of a write: an old copy would say that it never arrived.
  if (outgoing.idToken !== undefined) return send({ ...outgoing, fresh: true }, outgoing.idToken);
  const token = await bearer(tokenSource);
  try {
    return await send(outgoing, token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    return await send(outgoing, await bearer(refreshToken));
  }
}

/** Sends without a bearer, for what needs no sign-in. */
export function transmitUnsigned(outgoing: Outgoing): Promise<Response> {
  return send(outgoing, null);
}
