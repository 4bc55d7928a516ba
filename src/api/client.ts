import type * as v from 'valibot';
import {
  type BlobCallName,
  type CallName,
  calls,
  type ParamsOf,
  pathOf,
  type RequestOf,
  type ResponseOf,
} from '../contract/calls.ts';
import { sleep } from '../timing.ts';
import { ApiError, foreignError } from './ApiError.ts';
import { cachedSinceOf, fromBackend, noteCached } from './cachedSince.ts';
import { doesBackendAnswer, tracked } from './connectivity.ts';
import { checkBodyInSlices, type ResponseBody, readBody } from './envelope.ts';
import { type HttpRequest, send } from './http.ts';
import { requestBody, type SendForm, type Transfer, timeoutFor } from './requestBody.ts';

export { ApiError } from './ApiError.ts';
export type { Transfer } from './requestBody.ts';

type JsonCallName = Exclude<CallName, BlobCallName>;

type Needed<N extends CallName> = (keyof ParamsOf<N> extends never
  ? { params?: undefined }
  : { params: ParamsOf<N> }) &
  (RequestOf<N> extends undefined ? { body?: undefined } : { body: RequestOf<N> });

type SendOptions = {
  /** Files sent along, named as they shall be stored. */
  files?: readonly File[] | undefined;
  /** Ids of files that were sent in pieces before. */
  uploads?: readonly string[] | undefined;
  /** Makes a write safe to repeat: the same key carries it out once. */
  idempotencyKey?: string | undefined;
  /**
   * The bearer to send under, instead of the signed-in user's; a 401 is then the caller's to deal with. Null sends none, for what
   * needs no sign-in.
   */
  idToken?: string | null | undefined;
  /** Only the backend itself may respond, no copy cached by the worker; with an `idToken` always so. */
  fresh?: boolean | undefined;
  signal?: AbortSignal | undefined;
};

export type CallOptions<N extends CallName> = Needed<N> &
  SendOptions & {
    /** The query behind the path. */
    search?: Readonly<Record<string, string>> | undefined;
    /** Reports how much of an upload (or, for a blob, of a download) has moved. */
    onProgress?: ((transfer: Transfer) => void) | undefined;
  };

/** One request, before its bearer and its encoding. */
export type ClientRequest = Pick<HttpRequest, 'method' | 'path' | 'headers' | 'onUpload'> &
  SendOptions & {
    body?: object | undefined;
    /** Who sends it repeats it. */
    once?: boolean;
  };

/** Makes every call of the contract, in a page and in the worker. */
export type Client = {
  /**
   * Makes a call whose response is data: opens the envelope and checks the body against the contract.
   *
   * @throws ApiError for every failure; the signal's reason when aborted
   */
  call<N extends JsonCallName>(name: N, options: CallOptions<N>): Promise<ResponseOf<N>>;
  /**
   * Sends one request with the bearer, for a response that is read otherwise. What it comes to says nothing about connectivity.
   *
   * @throws ApiError; the signal's reason when aborted
   */
  request(request: ClientRequest): Promise<Response>;
  /** Whether a write is in flight: the page must not be reloaded under it. */
  isWriting(): boolean;
};

export type ClientOptions = {
  /**
   * Returns the signed-in user's token, or null when nobody is signed in.
   *
   * @param renew forces a new one: after a 401, once
   */
  token(renew: boolean): Promise<string | null>;
  /** Whether a read is tried twice, see `readTwice`. Not so in the worker: it repeats what it does as a whole. */
  repeatsReads?: boolean;
  /** Sends a form and reports its progress. Not so in the worker, where nobody watches. */
  sendForm?: SendForm;
};

/** A setting, because a backend that does not allow the header across origins would refuse every write. */
function keyHeader(key: string | undefined): Record<string, string> {
  if (key === undefined || import.meta.env.VITE_IDEMPOTENCY_HEADER === 'off') return {};
  return { 'idempotency-key': `"${key}"` };
}

/** Returns the request of a call. */
export function toRequest<N extends CallName>(
  name: N,
  { search, ...options }: CallOptions<N>,
): ClientRequest {
  const { method } = calls[name];
  const path = options.params ? pathOf(name, options.params as ParamsOf<N>) : calls[name].path;
  return {
    ...options,
    method,
    path: search ? `${path}?${new URLSearchParams(search)}` : path,
    body: options.body,
  };
}

/** Wraps a bare array where the contract has a page: a whole list, of a backend without pages (§7 lets arrays pass). */
function asPage(schema: v.GenericSchema, body: ResponseBody): ResponseBody {
  const isPaged = 'entries' in schema && 'items' in (schema.entries as object);
  if (!isPaged || !Array.isArray(body.value)) return body;
  return { ...body, value: { items: body.value, startAfter: null } };
}

/** Pages that lost the connection together do not come back together. */
const longestPauseMs = 300;
/** Statuses of something on the way, which say nothing of the backend itself. */
const gatewayStatuses = [502, 503, 504];

/** Not of a timeout: a second wait would be as long. A network's sign-in page would be the same again. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, status, foreignStatus = status } = error;
  return code === 'offline' || gatewayStatuses.includes(foreignStatus);
}

export function createClient({ token, repeatsReads, sendForm }: ClientOptions): Client {
  let writes = 0;

  async function countWrite<T>(work: () => Promise<T>): Promise<T> {
    writes += 1;
    try {
      return await work();
    } finally {
      writes -= 1;
    }
  }

  async function bearer(renew: boolean): Promise<string> {
    const found = await token(renew).catch(() => {
      throw new ApiError('offline');
    });
    if (!found) throw new ApiError('unauthorized');
    return found;
  }

  async function sendAs(request: ClientRequest, idToken: string | null): Promise<Response> {
    const { method, path, body, files = [], uploads, signal, onUpload } = request;
    const content = body && requestBody(body, files, uploads);
    try {
      return await send({
        method,
        path,
        headers: {
          ...(idToken && { authorization: `Bearer ${idToken}` }),
          ...(content?.type && { 'content-type': content.type }),
          ...keyHeader(request.idempotencyKey),
          ...request.headers,
        },
        ...(content && { body: content.body }),
        ...(request.fresh && { cache: fromBackend }),
        timeoutMs: timeoutFor(files),
        signal,
        ...(onUpload && { onUpload }),
        ...(sendForm && { sendForm }),
      });
    } catch (error) {
      if (files.length === 0 || !(error instanceof ApiError)) throw error;
      const isTooLarge = error.foreignStatus === 413;
      if (!isTooLarge && error.code !== 'offline') throw error;
      // What dies on its way, or is refused there, may be too large for something on it; if the backend can be reached at all.
      if (!(await doesBackendAnswer(idToken))) throw isTooLarge ? foreignError(0) : error;
      throw isTooLarge
        ? new ApiError('too-large', undefined, { status: 0, definite: false })
        : new ApiError('content-too-large');
    }
  }

  async function sendOnce(sent: ClientRequest): Promise<Response> {
    const { idToken } = sent;
    if (idToken === null) return sendAs(sent, null);
    // The holder of a token checks what became of a write: an old copy would say that it never arrived.
    if (idToken !== undefined) return sendAs({ ...sent, fresh: true }, idToken);
    try {
      return await sendAs(sent, await bearer(false));
    } catch (error) {
      // A 401 says that nothing was carried out.
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      return sendAs(sent, await bearer(true));
    }
  }

  /**
   * The one rule by which reads are repeated: in a page, once, a moment later, where nobody responded or only something on the way.
   * Neither ky nor the queries repeat anything besides. Of a write only the holder of its key may send another.
   */
  async function readTwice<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!repeatsReads || !mayPass(error)) throw error;
      await sleep(Math.random() * longestPauseMs, signal);
      return read();
    }
  }

  async function readCall<N extends JsonCallName>(
    name: N,
    { onProgress, ...options }: CallOptions<N>,
  ): Promise<ResponseOf<N>> {
    const { response: schema, write } = calls[name];
    const receive = async () => {
      const response = await sendOnce({
        ...toRequest(name, options as CallOptions<N>),
        onUpload: onProgress,
      });
      return { response, body: await readBody(response, options.signal) };
    };
    const { response, body } = await (write ? countWrite(receive) : readTwice(receive, options.signal));
    const checked = await checkBodyInSlices(schema, name, asPage(schema, body), !write);
    const since = cachedSinceOf(response);
    if (since !== undefined) noteCached(checked, since);
    return checked as ResponseOf<N>;
  }

  return {
    call: (name, options) => tracked(readCall(name, options)),
    request: (sent) =>
      sent.method === 'GET' && !sent.once ? readTwice(() => sendOnce(sent), sent.signal) : sendOnce(sent),
    isWriting: () => writes > 0,
  };
}

/**
 * The client of this page or worker, whose entry provides it. A module's variable, because some sixty functions make calls, most of them
 * no components: each would take it as a parameter, and so would their callers. Nobody is signed in to the first one.
 */
let client = createClient({ token: async () => null });

/** Makes this the client of the page. Called once, before the app is drawn. */
export function provideClient(made: Client): void {
  client = made;
}

/** See `Client`. */
export const call: Client['call'] = (name, options) => client.call(name, options);
/** See `Client`. */
export const request: Client['request'] = (sent) => client.request(sent);

/** See `Client`. */
export const isWriting: Client['isWriting'] = () => client.isWriting();
