import ky, { HTTPError, TimeoutError } from 'ky';
import { ApiError, failureOf } from './ApiError.ts';
import { type Ask, retryAfterMs, wireError } from './exchange.ts';

const reads = ky.create({
  retry: { limit: 1, methods: ['get'], statusCodes: [502, 503, 504], afterStatusCodes: [], jitter: true },
});

/** A read of a page: once more, where it got no answer, or only one of something on the way. */
export const readAgain: Ask = async (url, { timeoutMs, signal, send: _, ...init }) => {
  try {
    return await reads(url, { ...init, timeout: timeoutMs, ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof TimeoutError) throw new ApiError('timeout');
    if (!(error instanceof HTTPError)) throw wireError(error, signal);
    throw failureOf(error.response.status, error.data, retryAfterMs(error.response.headers));
  }
};
