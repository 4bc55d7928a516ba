import * as nodeCrypto from 'node:crypto';
import type { Scheduler } from './Scheduler.ts';

const RealDate = Date;

/** A clock that a part of the world goes by: milliseconds since 1970, which may jump, and monotonic ones. */
export type Clock = { wall(): number; monotonic(): number };

/** Returns a `Date` that reads this clock. */
function dateOf(clock: Clock) {
  return class extends RealDate {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [clock.wall()] : args) as [number]));
    }
    static override now(): number {
      return Math.floor(clock.wall());
    }
  };
}

/** Timers of one part of the world: none runs after its death. */
function timersOf(sim: Scheduler, isAlive: () => boolean) {
  class Timer {
    cancel: () => void = () => undefined;
    unref = () => this;
    ref = () => this;
    hasRef = () => true;
    refresh = () => this;
    [Symbol.dispose] = () => this.cancel();
  }
  const start = (run: (...args: unknown[]) => void, ms: number, args: unknown[], again: boolean): Timer => {
    const timer = new Timer();
    const fire = () => {
      if (!isAlive()) return;
      if (again) timer.cancel = sim.after(Math.max(1, ms), fire);
      run(...args);
    };
    timer.cancel = sim.after(Math.max(again ? 1 : 0, ms), fire);
    return timer;
  };
  const clear = (timer: Timer | undefined) => timer?.cancel?.();
  return {
    setTimeout: (run: () => void, ms = 0, ...args: unknown[]) => start(run, Number(ms) || 0, args, false),
    setInterval: (run: () => void, ms = 0, ...args: unknown[]) => start(run, Number(ms) || 0, args, true),
    setImmediate: (run: () => void, ...args: unknown[]) => start(run, 0, args, false),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
}

/** `timers/promises` over the same timers. */
function promisedTimers({ setTimeout, clearTimeout }: ReturnType<typeof timersOf>) {
  const wait = (ms?: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = setTimeout(() => resolve(value), ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    });
  return { setTimeout: wait, setImmediate: (value?: unknown) => wait(0, value) };
}

/** The globals that every program gets: its clock, its timers and its chance. What it logs is dropped unless `WORLD_LOG` is set. */
export function commonGlobals(sim: Scheduler, clock: Clock, isAlive: () => boolean) {
  const timers = timersOf(sim, isAlive);
  const random = { randomBytes: (count: number) => sim.bytes(count), randomUUID: () => sim.uuid() };
  const signals = Object.assign(Object.create(AbortSignal), {
    timeout(ms: number) {
      const controller = new AbortController();
      const end = () => controller.abort(new DOMException('It took too long.', 'TimeoutError'));
      timers.setTimeout(end, ms);
      return controller.signal;
    },
    any: (some: AbortSignal[]) => AbortSignal.any(some),
    abort: (reason?: unknown) => AbortSignal.abort(reason),
  });
  const math = Object.create(Math, { random: { value: () => sim.random() } });
  const say = (...words: unknown[]) => void (process.env.WORLD_LOG && console.log(...words));
  return {
    ...timers,
    timers: promisedTimers(timers),
    random,
    nodeCrypto,
    Date: dateOf(clock),
    Math: math,
    performance: {
      now: () => clock.monotonic(),
      timeOrigin: 0,
      mark: () => undefined,
      measure: () => undefined,
      getEntriesByType: () => [],
    },
    AbortSignal: signals,
    console: { log: say, info: say, debug: say, warn: say, error: say },
    crypto: {
      randomUUID: () => sim.uuid(),
      getRandomValues(bytes: Uint8Array) {
        bytes.set(sim.bytes(bytes.length));
        return bytes;
      },
      subtle: {
        async digest(_: string, content: BufferSource) {
          const bytes =
            content instanceof ArrayBuffer
              ? new Uint8Array(content)
              : new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
          const digest = nodeCrypto.hash('sha256', bytes, 'buffer');
          return new Uint8Array(digest).buffer;
        },
      },
    },
  };
}

/** Makes the object that a program knows as `globalThis`: what it is given, over what the language and Node have. */
export function asGlobal(given: Record<string, unknown>): Record<string, unknown> {
  const all: Record<string, unknown> = Object.create(globalThis);
  const own = { ...given, globalThis: all, window: all, self: all };
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(all, name, { value, writable: true, configurable: true, enumerable: true });
  return all;
}
