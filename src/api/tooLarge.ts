import { ApiError, foreignError } from './ApiError.ts';
import { doesBackendRespond } from './connectivity.ts';

/**
 * Distinguishes a body with files that something on the way refuses, by a 413 or by cutting it off, from a lost connection: then the
 * backend can be reached.
 */
export async function asTooLarge(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError)) return error;
  const isRefused = error.foreignStatus === 413;
  if (!isRefused && error.code !== 'offline') return error;
  if (!(await doesBackendRespond())) return isRefused ? foreignError(0) : error;
  return isRefused
    ? new ApiError('too-large', undefined, { status: 0, definite: false })
    : new ApiError('content-too-large');
}
