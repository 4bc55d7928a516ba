import { Sim, settledSlowly } from '../../outbox/model/sim.ts';

/**
 * Virtual time, chance and order of the whole world, from one seed: the outbox model's simulation, which also waits for the work that
 * runs by itself in this process (the embedded database, streams of Node) before its next step.
 */
export class Scheduler extends Sim {
  #working = 0;
  #steps = 0;

  constructor(seed: number) {
    super(seed);
    this.settle = (then) => {
      this.#steps += 1;
      const look = () => (this.#working > 0 ? settledSlowly(look) : then());
      settledSlowly(look);
    };
  }

  /** Number of steps so far. */
  get steps(): number {
    return this.#steps;
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
