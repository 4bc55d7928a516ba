import ky, { HTTPError, TimeoutError } from 'ky';
import { requestTimeoutMs } from '../contract/limits.ts';
import { ApiError, asApiError, backendError } from './ApiError.ts';
import { apiBase, assertOurs } from './provenance.ts';
import type { SendForm, Transfer } from './requestBody.ts';
import { noteServerDate } from './serverClock.ts';

/** A request of the app or its worker to the backend. */
export type HttpRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  /** The path below the base, with the query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | FormData | Uint8Array<ArrayBuffer>;
  /** Time until the head of the response; reading the body has a limit of its own. */
  timeoutMs?: number;
  cache?: RequestCache;
  /** Whether it goes on after its page has ended. */
  keepalive?: boolean;
  signal?: AbortSignal | undefined;
  /** Reports the progress of a form, if there is a `sendForm`. */
  onUpload?: ((transfer: Transfer) => void) | undefined;
  sendForm?: SendForm;
  /** Whether to return a refusal instead of throwing it. */
  acceptsRefusals?: boolean;
};

const http = ky.create({ timeout: requestTimeoutMs, cache: 'no-store', retry: { limit: 0 } });

/**
 * Sends a request.
 *
 * @returns the backend's response
 * @throws ApiError for a refusal, without a response (`offline`), without one in time (`timeout`), for a foreign one (`foreign`); the
 *   signal's reason when aborted
 */
export async function send(request: HttpRequest): Promise<Response> {
  const { path, timeoutMs, acceptsRefusals, onUpload, sendForm, signal, ...init } = request;
  try {
    return await http(new URL(apiBase + path, globalThis.location?.href), {
      ...init,
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
      ...(signal && { signal }),
      // Our server never redirects; whatever does must not get the request.
      redirect: 'manual',
      throwHttpErrors: !acceptsRefusals,
      async fetch(sent) {
        const { body } = init;
        const isCounted = sendForm && onUpload && body instanceof FormData;
        const response = await (isCounted ? sendForm(sent as Request, body, onUpload) : fetch(sent));
        noteServerDate(assertOurs(response));
        return response;
      },
    });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof HTTPError) throw refusalOf(error.response, error.data);
    throw error instanceof TimeoutError ? new ApiError('timeout') : asApiError(error);
  }
}

/** Parses `Retry-After`, in seconds or as a date. */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Returns the error of a refusal. @param body parsed, or other content in its place */
export function refusalOf(response: Response, body: unknown): ApiError {
  return backendError(response.status, body, retryAfterMs(response.headers));
}
