/**
 * A reading that was begun before the app that asks for it was there. The page begins it as its very first act, while the rest
 * of the app is still on its way, and the client takes it in the place of a request of its own.
 */
type Begun = { url: string; body: string; headers: Headers; cache: RequestCache; answer: Promise<Response> };

export type Beginning = { body: string; headers: Record<string, string>; cache: RequestCache };

let begun: Begun | null = null;

/** Begins it. What became of it is told to whoever takes it. */
export function beginReading(url: string, { body, headers, cache }: Beginning): void {
  const answer = fetch(url, { method: 'POST', body, headers, cache });
  answer.catch(() => undefined);
  begun = { url, body, headers: new Headers(headers), cache, answer };
}

function isSame(one: Begun, url: RequestInfo | URL, init: RequestInit): boolean {
  const headers = new Headers(init.headers);
  return (
    one.url === url &&
    one.body === init.body &&
    one.cache === init.cache &&
    [...headers].every(([name, value]) => one.headers.get(name) === value)
  );
}

function untilAborted(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return answer;
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<Response>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([answer, promise]);
}

/** `fetch`, except that the very request that was begun is not sent again: its answer is taken, once, if it came to one. */
export const fetchOrTake: typeof fetch = async (url, init = {}) => {
  if (!begun || !isSame(begun, url, init)) return fetch(url, init);
  const { answer } = begun;
  begun = null;
  try {
    return await untilAborted(answer, init.signal);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return fetch(url, init);
  }
};
