import ky, { HTTPError, TimeoutError } from 'ky';
import { requestTimeoutMs } from '../contract/limits.ts';
import { ApiError, asApiError, failureOf, foreignError } from './ApiError.ts';
import { apiBase, isOwnBackend, isProven, mustBeOurs } from './provenance.ts';
import type { SendForm, Transfer } from './requestBody.ts';

/** One request of the app or its worker to the backend. */
export type HttpRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  /** Below the base, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | FormData | Uint8Array<ArrayBuffer>;
  /** Until the head of the response; its body has a limit of its own. */
  timeoutMs?: number;
  cache?: RequestCache;
  signal?: AbortSignal | undefined;
  /** Reports how much of a form has gone out, where `sendForm` can tell. */
  onUpload?: ((transfer: Transfer) => void) | undefined;
  sendForm?: SendForm;
  /** Resolves with a refusal too. */
  acceptsRefusals?: boolean;
};

const http = ky.create({ timeout: requestTimeoutMs, cache: 'no-store', retry: { limit: 0 } });

/**
 * Sends a request.
 *
 * @returns the backend's response; of another backend than ours it may be foreign, which its body tells (`readBody`)
 * @throws ApiError for a refusal, and where no response came, not in time, or somebody else's; the signal's reason when aborted
 */
export async function send(request: HttpRequest): Promise<Response> {
  const { path, timeoutMs, acceptsRefusals, onUpload, sendForm, signal, ...init } = request;
  try {
    return await http(new URL(apiBase() + path, globalThis.location?.href), {
      ...init,
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
      ...(signal && { signal }),
      // Our server redirects nobody: whatever does is not ours, and must not get the request too.
      redirect: isOwnBackend() ? 'manual' : 'follow',
      throwHttpErrors: !acceptsRefusals,
      async fetch(sent) {
        const { body } = init;
        const isCounted = sendForm && onUpload && body instanceof FormData;
        return mustBeOurs(await (isCounted ? sendForm(sent as Request, body, onUpload) : fetch(sent)));
      },
    });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof HTTPError) throw refusalOf(error.response, error.data);
    throw error instanceof TimeoutError ? new ApiError('timeout') : asApiError(error);
  }
}

/** `Retry-After` as seconds or as a date; undefined when the response has none. */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** The error of a response that refuses, if the refusal is the backend's. @param body parsed, or whatever came instead */
export function refusalOf(response: Response, body: unknown): ApiError {
  if (!isProven(response, body)) return foreignError(response.status);
  return failureOf(response.status, body, retryAfterMs(response.headers));
}
