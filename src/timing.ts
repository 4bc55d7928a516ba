import { createStore } from './store.ts';

/** Waits, time limits and scheduling of asynchronous work, and the server's time, for the app and its worker. */

/** Milliseconds by which the server's clock is ahead of this device's. */
const serverLead = createStore(0);
/** Smaller differences are no error of a clock, but the time that a response takes. */
const leastLeadMs = 60_000;

export const { subscribe: onServerTime } = serverLead;

/** Notes the time at the server, in milliseconds. */
export function noteServerTime(serverMs: number): void {
  const leadMs = serverMs - Date.now();
  const next = Math.abs(leadMs) < leastLeadMs ? 0 : leadMs;
  if (Math.abs(next - serverLead.get()) >= leastLeadMs) serverLead.set(next);
}

/** Returns the time at the server, in milliseconds: by this device's clock unless that is known to be wrong. */
export function serverTime(): number {
  return Date.now() + serverLead.get();
}

/** Waits. @throws the signal's reason as soon as it is aborted */
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
 * Returns what `work` does, or, when that takes longer than `ms`, what `onLate` does, which by default throws a `TimeoutError`. The
 * work itself goes on: use `AbortSignal.timeout` for what can be aborted.
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

/** Lets the browser render and handle input before more work is done. */
export function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler?.postTask) return scheduler.postTask(() => undefined, { priority: 'background' });
  return sleep(0);
}

/** Runs `work` once the browser has time, at the latest after `limitMs`. @returns a function that cancels it */
export function whenIdle(work: () => void, limitMs = 1000): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work, { timeout: limitMs });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(work, 50);
  return () => clearTimeout(timer);
}

/** Work that runs once; after a failure, the next call tries again. */
export type Once<A extends unknown[], T> = {
  (...args: A): Promise<T>;
  /** Its result; undefined until then. */
  current(): T | undefined;
};

export function once<A extends unknown[], T>(work: (...args: A) => Promise<T>): Once<A, T> {
  let running: Promise<T> | undefined;
  let done: T | undefined;
  const run = async (...args: A) => {
    try {
      done = await work(...args);
      return done;
    } catch (error) {
      running = undefined;
      throw error;
    }
  };
  return Object.assign((...args: A) => (running ??= run(...args)), { current: () => done });
}

/** Shares the run in flight with all callers meanwhile. */
export function shareInFlight<A extends unknown[], T>(
  work: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  let running: Promise<T> | undefined;
  return (...args) => {
    running ??= work(...args).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Runs work one after the other, in the order of the calls; a failure does not stop the next. */
export function serialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}
