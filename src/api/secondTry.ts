import ky, { HTTPError, TimeoutError } from 'ky';
import { ApiError, failureOf } from './ApiError.ts';
import { type Exchange, retryAfterMs, wireError } from './exchange.ts';

const reads = ky.create({
  retry: { limit: 1, methods: ['get'], statusCodes: [502, 503, 504], afterStatusCodes: [], jitter: true },
});

/**
 * Goes on after a first try of a read. It is given to ky as its own first one, which waits as long as the answer asks for, or
 * a moment, before the second.
 */
export async function secondTry(
  url: string,
  { timeoutMs, signal, send: _, ...init }: Exchange,
  first: Response | TypeError,
): Promise<Response> {
  let isFirst = true;
  const next: typeof fetch = async (...request) => {
    if (!isFirst) return fetch(...request);
    isFirst = false;
    if (first instanceof Response) return first;
    throw first;
  };
  try {
    return await reads(url, { ...init, fetch: next, timeout: timeoutMs, ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof TimeoutError) throw new ApiError('timeout');
    if (!(error instanceof HTTPError)) throw wireError(error, signal);
    throw failureOf(error.response.status, error.data, retryAfterMs(error.response.headers));
  }
}
