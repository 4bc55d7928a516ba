import { ApiError } from './ApiError.ts';

/** Resolves to null where the backend does not have what was requested, or not even the route: other backends lack ours. */
export async function nullIfMissing<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
