const tickMs = 500;

/**
 * Returns what `work` does, or throws a `TimeoutError` after `limitMs`, which do not count while the page is hidden or something is
 * awaited from the network, or the signal's reason as soon as it is aborted, or what `isWaiting` throws.
 */
export async function withVisibleTimeout<T>(
  work: Promise<T>,
  limitMs: number,
  isWaiting: () => boolean,
  signal?: AbortSignal,
): Promise<T> {
  const limit = Promise.withResolvers<never>();
  let usedMs = 0;
  const timer = setInterval(() => {
    try {
      if (document.visibilityState === 'hidden' || isWaiting()) return;
      usedMs += tickMs;
      if (usedMs >= limitMs) throw new DOMException('It took too long.', 'TimeoutError');
    } catch (error) {
      limit.reject(error);
    }
  }, tickMs);
  const onAbort = () => limit.reject(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
