/**
 * Resolves like `work`, or rejects after `ms`; the work itself continues. For a fetch, prefer `AbortSignal.timeout`, which also
 * ends it. The app has its own, because the server imports only the contract from `src`; this one does not keep the process alive.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`It took longer than ${ms} ms.`)), ms).unref();
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
