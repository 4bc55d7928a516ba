/**
 * Virtual time and the order of everything. Tasks of the fake IndexedDB run one by one between the turns of a virtual clock;
 * promises settle in between, as they do in a browser.
 */

const realImmediate = globalThis.setImmediate;

/** Continues when no promise is left to settle: Node runs a tick that was requested among promises only then. */
const settled = (then: () => void) => queueMicrotask(() => process.nextTick(then));
/** Settles also for libraries whose streams use their own ticks and turns. */
export const settledSlowly = (then: () => void) =>
  void realImmediate(() => realImmediate(() => realImmediate(then)));

/** The simulation whose tasks `setImmediate` collects, as the fake IndexedDB calls it. */
let current: Sim | null = null;
globalThis.setImmediate = ((run: () => void) => {
  if (current) current.tasks.push(run);
  else realImmediate(run);
}) as typeof setImmediate;

/** The fake IndexedDB copies every row in and out; for plain rows and bytes, the replacement copies ten times as fast. */
const realClone = globalThis.structuredClone;
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' ? realClone(value) : value;
  if (Array.isArray(value)) return value.map(copyOf);
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (Object.getPrototypeOf(value) !== Object.prototype) return realClone(value);
  const copy: Record<string, unknown> = { ...value };
  for (const key in copy) {
    const kind = typeof copy[key];
    if (kind === 'object' || kind === 'function') copy[key] = copyOf(copy[key]);
  }
  return copy;
}
globalThis.structuredClone = copyOf as typeof structuredClone;

/** Returns numbers from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Ids in a simulation, the same whenever it is played. */
const realUUID = crypto.randomUUID.bind(crypto);
crypto.randomUUID = () => (current ? (`sim-${current.nextId++}-of-it-all` as const) : realUUID());

type Timer = { at: number; order: number; run: () => void };

export class Sim {
  /** Milliseconds since the start. */
  now = 0;
  nextId = 0;
  tasks: (() => void)[] = [];
  #timers: Timer[] = [];
  #order = 0;
  #head = 0;
  readonly random: () => number;
  settle: (then: () => void) => void = settled;
  /** Called before every step, when everything that runs is waiting for something. */
  beforeStep: (kind: 'task' | 'timer') => void = () => undefined;

  constructor(seed: number) {
    this.random = randomFrom(seed);
    current = this;
  }

  /** Returns a whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.now + Math.max(0, delayMs), order: this.#order++, run };
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#timers[middle] as Timer;
      if (other.at < timer.at || (other.at === timer.at && other.order < timer.order)) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
    return () => {
      const at = this.#timers.indexOf(timer);
      if (at >= 0) this.#timers.splice(at, 1);
    };
  }

  /** Runs after this many more tasks of the database, which take no time. */
  afterTasks(count: number, run: () => void): void {
    this.tasks.push(() => (count > 0 ? this.afterTasks(count - 1, run) : run()));
  }

  /** Runs at most this many steps, not beyond `until`. A step is one task of the database or one timer. */
  run(steps: number, until: number, isDone: () => boolean = () => false): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let left = steps;
    const step = () => {
      try {
        if (isDone() || !this.#step(until)) return resolve();
        left -= 1;
        if (left === 0) return resolve();
        this.settle(step);
      } catch (error) {
        reject(error);
      }
    };
    if (left > 0) this.settle(step);
    else resolve();
    return promise;
  }

  #step(until: number): boolean {
    const task = this.tasks[this.#head];
    if (task) {
      this.beforeStep('task');
      this.#head += 1;
      if (this.#head > 1000) {
        this.tasks.splice(0, this.#head);
        this.#head = 0;
      }
      // An event of a connection that was cut off may have no listener.
      task();
      return true;
    }
    this.tasks.length = 0;
    this.#head = 0;
    const timer = this.#timers[0];
    if (!timer || timer.at > until) {
      this.now = Math.max(this.now, Math.min(until, Number.MAX_SAFE_INTEGER));
      return false;
    }
    this.beforeStep('timer');
    this.#timers.shift();
    this.now = timer.at;
    timer.run();
    return true;
  }

  end(): void {
    if (current === this) current = null;
  }
}
