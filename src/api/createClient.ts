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
import { ApiError } from './ApiError.ts';
import { trackConnectivity } from './connectivity.ts';
import { checkBodyInSlices, readBody } from './envelope.ts';
import { type HttpRequest, send } from './http.ts';
import { cachedSinceOf, fromBackend } from './provenance.ts';
import { requestBody, type SendForm, type Transfer, timeoutFor } from './requestBody.ts';

type JsonCallName = Exclude<CallName, BlobCallName>;

type Needed<N extends CallName> = (keyof ParamsOf<N> extends never
  ? { params?: undefined }
  : { params: ParamsOf<N> }) &
  (RequestOf<N> extends undefined ? { body?: undefined } : { body: RequestOf<N> });

type SendOptions = {
  /** Files sent along, named as they shall be stored. */
  files?: readonly File[] | undefined;
  /** Ids of finished uploads. */
  uploads?: readonly string[] | undefined;
  /** Makes a write safe to repeat: the server carries it out once for a key. */
  idempotencyKey?: string | undefined;
  /** Headers besides those of every request. */
  headers?: Record<string, string> | undefined;
  /** The bearer instead of the signed-in user's; a 401 does not renew it. Null for a call that needs no sign-in. */
  idToken?: string | null | undefined;
  /** Accepts no response that the worker has cached; always so with an `idToken`. */
  fresh?: boolean | undefined;
  /** Whether the request goes on after its page has ended. */
  keepalive?: boolean | undefined;
  signal?: AbortSignal | undefined;
};

export type CallOptions<N extends CallName> = Needed<N> &
  SendOptions & {
    /** The query of the URL. */
    search?: Readonly<Record<string, string>> | undefined;
    /** Reports the progress of an upload, or, for a blob, of a download. */
    onProgress?: ((transfer: Transfer) => void) | undefined;
    /** Called with the time at which a cached response was requested, milliseconds since 1970; not called for a response of the backend. */
    onCached?: ((since: number) => void) | undefined;
  };

/** The options of a call that reads. */
export type ReadOptions = Pick<CallOptions<'stats'>, 'fresh' | 'signal' | 'onCached'>;

/** One request, before its bearer and its encoding. */
export type ClientRequest = Pick<HttpRequest, 'method' | 'path' | 'onUpload'> &
  SendOptions & {
    body?: object | undefined;
    /** Whether the request is never repeated, see `readTwice`. */
    once?: boolean;
  };

/** Makes the calls of the contract, in a page and in the worker. */
export type Client = {
  /**
   * Makes a call whose response is data: opens the envelope and checks the body against the contract.
   *
   * @throws ApiError for every failure; the signal's reason when aborted
   */
  call<N extends JsonCallName>(name: N, options: CallOptions<N>): Promise<ResponseOf<N>>;
  /**
   * Sends one request with the bearer, and leaves the response to the caller. The outcome does not count for connectivity.
   *
   * @throws ApiError; the signal's reason when aborted
   */
  request(request: ClientRequest): Promise<Response>;
  /** Whether a write is in flight, during which the page must not be reloaded. */
  isWriting(): boolean;
};

export type ClientOptions = {
  /**
   * Returns the signed-in user's token, or null when nobody is signed in.
   *
   * @param renew forces a new one, after a 401
   */
  token(renew: boolean): Promise<string | null>;
  /** Whether reads are repeated, see `readTwice`. Not in the worker, which repeats its tasks as a whole. */
  repeatsReads?: boolean;
  /** Sends a form and reports its progress. Not in the worker, which shows none. */
  sendForm?: SendForm;
  /** Tells why a request with files failed (`asTooLarge`); given, because a page that only reads does not load it. */
  explain?(error: unknown): Promise<unknown>;
};

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

/** Spreads the repeats of tabs that lost the connection at the same time. */
const longestPauseMs = 300;
/** Statuses of a gateway, which say nothing about the backend itself. */
const gatewayStatuses = [502, 503, 504];

/** Whether an immediate repeat may succeed. Not after a timeout, nor behind a network's sign-in page. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, status, foreignStatus = status } = error;
  return code === 'offline' || gatewayStatuses.includes(foreignStatus);
}

/** Sends one request under a token, and distinguishes a refused size from a lost connection. */
async function sendAs(
  request: ClientRequest,
  idToken: string | null,
  { sendForm, explain }: Pick<ClientOptions, 'sendForm' | 'explain'>,
): Promise<Response> {
  const { method, path, body, files = [], uploads, keepalive, signal, onUpload } = request;
  const content = body && requestBody(body, files, uploads);
  try {
    return await send({
      method,
      path,
      headers: {
        ...(idToken && { authorization: `Bearer ${idToken}` }),
        ...(content?.type && { 'content-type': content.type }),
        ...(request.idempotencyKey && { 'idempotency-key': `"${request.idempotencyKey}"` }),
        ...request.headers,
      },
      ...(content && { body: content.body }),
      ...(request.fresh && { cache: fromBackend }),
      timeoutMs: timeoutFor(files),
      ...(keepalive && { keepalive }),
      signal,
      ...(onUpload && { onUpload }),
      ...(sendForm && { sendForm }),
    });
  } catch (error) {
    throw files.length > 0 && explain ? await explain(error) : error;
  }
}

export function createClient({ token, repeatsReads, ...parts }: ClientOptions): Client {
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

  async function sendOnce(sent: ClientRequest): Promise<Response> {
    const { idToken } = sent;
    if (idToken === null) return sendAs(sent, null, parts);
    // The caller checks the outcome of a write, which a cached response does not contain.
    if (idToken !== undefined) return sendAs({ ...sent, fresh: true }, idToken, parts);
    try {
      return await sendAs(sent, await bearer(false), parts);
    } catch (error) {
      // After a 401 nothing was carried out.
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      return sendAs(sent, await bearer(true), parts);
    }
  }

  /**
   * Repeats a read once, a moment later, where only a gateway or nobody responded. Nothing else repeats reads, neither ky nor the
   * queries; writes are repeated only by the outbox, with their key.
   */
  async function readTwice<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!repeatsReads || !isTransient(error)) throw error;
      await sleep(Math.random() * longestPauseMs, signal);
      return read();
    }
  }

  async function readCall<N extends JsonCallName>(
    name: N,
    { onProgress, ...options }: CallOptions<N>,
  ): Promise<{ data: ResponseOf<N>; since: number | undefined }> {
    const { response: schema, write } = calls[name];
    const receive = async () => {
      const response = await sendOnce({
        ...toRequest(name, options as CallOptions<N>),
        onUpload: onProgress,
      });
      return { response, body: await readBody(response, options.signal) };
    };
    const { response, body } = await (write ? countWrite(receive) : readTwice(receive, options.signal));
    const checked = await checkBodyInSlices(schema, name, body, !write);
    return { data: checked as ResponseOf<N>, since: cachedSinceOf(response) };
  }

  return {
    async call(name, { onCached, ...options }) {
      const reading = readCall(name, options as typeof options & CallOptions<typeof name>);
      const { data, since } = await trackConnectivity(reading, (read) =>
        read.since === undefined ? 'backend' : 'cache',
      );
      if (since !== undefined) onCached?.(since);
      return data;
    },
    request: (sent) =>
      sent.method === 'GET' && !sent.once ? readTwice(() => sendOnce(sent), sent.signal) : sendOnce(sent),
    isWriting: () => writes > 0,
  };
}
