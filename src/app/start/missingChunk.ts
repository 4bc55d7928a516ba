import { isBackendReachable, noteUnreachable } from '../../api/connectivity.ts';
import { readStored, writeStored } from '../../storage.ts';
import { reloadWhenIdle } from './untilIdle.ts';

/** The wordings of browsers for a chunk that cannot be fetched. */
const wordings = /dynamically imported module|module script failed|Unable to preload/i;

/** Tells errors of a chunk that is not there: the server has a newer version, or there is no connection and it was never cached. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && wordings.test(error.message);
}

/**
 * Marks the error of a failed `import()`. The router knows the browsers' wordings by how they begin, and would reload the page
 * at once, with whatever is typed in it; the error page reloads when that is safe.
 */
export function markMissingChunk(error: Error): Error {
  if (isMissingChunk(error)) error.message = `A chunk is missing: ${error.message}`;
  return error;
}

/** Marks the errors of all failed imports. Called once. */
export function watchMissingChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void markMissingChunk(payload));
}

const reloadedKey = 'reloaded-for-chunk';
const reloadAgainMs = 60_000;

/** Whether reloading the page may bring the chunk, and was not just tried; never where the browser denies storage, which cannot say. */
export function mayReload(): boolean {
  const last = readStored(reloadedKey, 'sessionStorage');
  return last !== undefined && navigator.onLine && Date.now() - Number(last) > reloadAgainMs;
}

/**
 * Reloads the page for a missing chunk, once nothing is being sent and everything typed is saved.
 *
 * @returns false when it does not: something else answers for the service, and would answer for the page too, or nothing can be stored
 */
export async function reloadForChunk(): Promise<boolean> {
  if (!(await isBackendReachable())) {
    noteUnreachable();
    return false;
  }
  writeStored(reloadedKey, String(Date.now()), 'sessionStorage');
  // Not noted: it would be reloaded again and again.
  if (mayReload()) return false;
  await reloadWhenIdle();
  return true;
}
