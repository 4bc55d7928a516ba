/**
 * Resolves as `work` does, or rejects after `ms`; the work itself goes on. For a request, `AbortSignal.timeout` ends it too. The app has
 * its own, as the server reads nothing of `src` but the contract; this one lets the process end meanwhile.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`It took longer than ${ms} ms.`)), ms).unref();
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
