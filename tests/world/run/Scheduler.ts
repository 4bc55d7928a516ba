import { Sim, settledSlowly } from '../../outbox/model/sim.ts';

/** How often promises and the ticks of Node's streams settle in turn; with half as many the traces are the same. */
const rounds = 8;

/** Continues when nothing is left to settle, without a turn of the event loop. */
function settled(then: () => void, left = rounds): void {
  queueMicrotask(() => process.nextTick(() => (left > 0 ? settled(then, left - 1) : then())));
}

/**
 * Virtual time, chance and order of the whole world, from one seed: the outbox model's simulation, which also waits for the work that
 * runs by itself in this process (the embedded database, streams of Node) before its next step.
 */
export class Scheduler extends Sim {
  #working = 0;
  #starting = 0;
  #steps = 0;

  constructor(seed: number) {
    super(seed);
    this.settle = (then) => {
      this.#steps += 1;
      const settle = this.#starting > 0 ? settledSlowly : settled;
      const look = () => (this.#working > 0 ? settledSlowly(look) : then());
      settle(look);
    };
  }

  /** Number of steps so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Settles with turns of the event loop until `work`, a start of a server, has ended. */
  slowly(work: Promise<unknown>): void {
    this.#starting += 1;
    const end = () => {
      this.#starting -= 1;
    };
    work.then(end, end);
  }

  /** Lets no step happen before the returned function is called. */
  begin(): () => void {
    this.#working += 1;
    let isOver = false;
    return () => {
      if (!isOver) this.#working -= 1;
      isOver = true;
    };
  }

  /** Lets no step happen before `work`, which depends on no step, has ended. */
  async outside<T>(work: Promise<T>): Promise<T> {
    const end = this.begin();
    try {
      return await work;
    } finally {
      end();
    }
  }

  /** Passes a random time. Ends never where `isAlive` says that whoever waits is dead by then. */
  pass(least: number, most: number, isAlive: () => boolean = () => true): Promise<void> {
    return new Promise((resolve) => this.after(this.between(least, most), () => isAlive() && resolve()));
  }

  pick<T>(from: readonly T[]): T {
    return from[this.between(0, from.length - 1)] as T;
  }

  /** Returns bytes of the seed. */
  bytes(count: number): Buffer {
    const words = Uint32Array.from({ length: Math.ceil(count / 4) }, () => this.random() * 2 ** 32);
    return Buffer.from(words.buffer, 0, count);
  }

  uuid(): string {
    const hex = this.bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
