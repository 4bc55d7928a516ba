/** What work comes to; `instead` of it where it fails, or takes longer than `ms`. */
export async function within<T, I>(ms: number, work: Promise<T>, instead: I): Promise<T | I> {
  const late = Promise.withResolvers<I>();
  const timer = setTimeout(() => late.resolve(instead), ms);
  try {
    return await Promise.race([work, late.promise]);
  } catch {
    return instead;
  } finally {
    clearTimeout(timer);
  }
}
