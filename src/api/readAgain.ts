import { ApiError } from './ApiError.ts';
import { type Ask, exchange, refusalOf, wireError } from './exchange.ts';

/** Of something on the way, which says nothing of the service itself. */
const excuses = [502, 503, 504];

/**
 * A read of a page: once more, where it got no answer, or only one of something on the way. What knows when to try again is
 * loaded when a first try has failed.
 */
export const readAgain: Ask = async (url, options) => {
  let first: Response | TypeError;
  try {
    first = await exchange(url, options);
  } catch (error) {
    const died = wireError(error, options.signal);
    // Too late is not tried again: a second wait would be as long.
    if (!isNoAnswer(died)) throw died;
    first = new TypeError('Failed to fetch');
  }
  if (first instanceof Response && first.ok) return first;
  if (first instanceof Response && !excuses.includes(first.status)) throw await refusalOf(first);
  const { secondTry } = await import('./secondTry.ts').catch(async () => {
    throw first instanceof Response ? await refusalOf(first) : wireError(first, options.signal);
  });
  return secondTry(url, options, first);
};

function isNoAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'offline';
}
