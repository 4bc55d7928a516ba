/**
 * Virtual time and the order of everything. Tasks of the fake IndexedDB run one by one between the turns of a virtual clock;
 * promises settle in between, as they do in a browser.
 */

const realImmediate = globalThis.setImmediate;
const turn = () => new Promise<void>((resolve) => realImmediate(resolve));

/** The simulation whose tasks `setImmediate` collects, as the fake IndexedDB calls it. */
let current: Sim | null = null;
globalThis.setImmediate = ((run: () => void) => {
  if (current) current.tasks.push(run);
  else realImmediate(run);
}) as typeof setImmediate;

/** Numbers from a seed (mulberry32). */
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

type Timer = { at: number; order: number; run: () => void };

export class Sim {
  /** Milliseconds since the start. */
  now = 0;
  tasks: (() => void)[] = [];
  #timers: Timer[] = [];
  #order = 0;
  #head = 0;
  readonly random: () => number;

  constructor(seed: number) {
    this.random = randomFrom(seed);
    current = this;
  }

  /** A whole number from `least` to `most`. */
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

  /** Runs at most this many steps, not beyond `until`. A step is one task of the database or one timer. */
  async run(steps: number, until: number, isDone: () => boolean = () => false): Promise<void> {
    for (let n = 0; n < steps; n += 1) {
      await turn();
      if (isDone()) return;
      if (!this.#step(until)) return;
    }
  }

  #step(until: number): boolean {
    const task = this.tasks[this.#head];
    if (task) {
      this.#head += 1;
      if (this.#head > 1000) {
        this.tasks.splice(0, this.#head);
        this.#head = 0;
      }
      // An event of a connection that was cut off may find nobody.
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
    this.#timers.shift();
    this.now = timer.at;
    timer.run();
    return true;
  }

  end(): void {
    if (current === this) current = null;
  }
}
