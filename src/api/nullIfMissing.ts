import { ApiError } from './ApiError.ts';

/** Resolves to null where the server does not have what was requested. */
export async function nullIfMissing<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
