/** Waits and time limits, for every room of the app and its worker. */

/** Waits; rejects early, with the signal's reason, when aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

const late = Symbol('late');

function throwTimeout(): never {
  throw new DOMException('It took too long.', 'TimeoutError');
}

/**
 * Resolves or rejects as `work` does; when that takes longer than `ms`, returns or throws what `onLate` does, by default a
 * `TimeoutError`. The work itself goes on: what can be aborted takes an `AbortSignal.timeout` instead.
 */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T>;
export function withTimeout<T, L>(work: Promise<T>, ms: number, onLate: () => L): Promise<T | L>;
export async function withTimeout<T, L>(
  work: Promise<T>,
  ms: number,
  onLate: () => L = throwTimeout,
): Promise<T | L> {
  const limit = Promise.withResolvers<typeof late>();
  const timer = setTimeout(limit.resolve, ms, late);
  try {
    const first = await Promise.race([work, limit.promise]);
    return first === late ? onLate() : first;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether an error is the one that `withTimeout` throws, or the platform's `AbortSignal.timeout`. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

type Scheduler = { postTask?(task: () => void, options: { priority: 'background' }): Promise<void> };

/** Lets the browser paint and handle input before more work is done. */
export function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler?.postTask) return scheduler.postTask(() => undefined, { priority: 'background' });
  return sleep(0);
}
