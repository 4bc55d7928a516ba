import { ApiError, failureOf } from './ApiError.ts';
import { readText } from './blob.ts';

export type Exchange = Omit<RequestInit, 'signal'> & {
  /** Until the head of the answer; its body has a limit of its own. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Sends it in the place of `fetch`. */
  send?: typeof fetch | undefined;
};

/** Sends a request. @throws ApiError for a refusal, and where no answer came; the signal's reason when aborted */
export type Ask = (url: string, options: Exchange) => Promise<Response>;

/** What went wrong before an answer was read, as an ApiError; an aborted request keeps its signal's reason. */
export function wireError(error: unknown, signal: AbortSignal | undefined): unknown {
  return error instanceof ApiError || signal?.aborted ? error : new ApiError('offline');
}

/**
 * Sends one request, once: of a write only who holds its idempotency key may send another. Whatever answers is an answer.
 *
 * @throws ApiError when none came, or not in time; the signal's reason when aborted
 */
export async function exchange(
  url: string,
  { timeoutMs, signal, send = fetch, ...init }: Exchange,
): Promise<Response> {
  const control = new AbortController();
  // Still heard once there is an answer: its body is no longer read either.
  const giveUp = () => control.abort(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    control.abort();
  }, timeoutMs);
  try {
    return await send(url, { cache: 'no-store', ...init, signal: control.signal });
  } catch (error) {
    throw late ? new ApiError('timeout') : wireError(error, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** `Retry-After` as seconds or as a date; undefined when the answer has none. */
export function retryAfterMs(headers: Headers): number | undefined {
  const asked = headers.get('retry-after');
  if (!asked) return undefined;
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** What an answer that refuses says. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const text = await readText(response).catch(() => '');
  let said: unknown = text;
  try {
    if (/json/i.test(response.headers.get('content-type') ?? '')) said = JSON.parse(text);
  } catch {
    // It is taken for what it is: words.
  }
  return failureOf(response.status, said, retryAfterMs(response.headers));
}

/** @throws ApiError for a refusal, and as `exchange` does */
export const accepted: Ask = async (url, options) => {
  const response = await exchange(url, options);
  if (!response.ok) throw await refusalOf(response);
  return response;
};
