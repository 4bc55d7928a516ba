const stepLimitMs = 3000;

/** A step may hang with the browser's storage, or with a provider that is still loading; a page must not. */
export function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), stepLimitMs);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
