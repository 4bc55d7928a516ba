import type { Scheduler } from './run/Scheduler.ts';

/** What may go wrong between two parts of the world, and how. */
export const faultKinds = {
  network: ['lost before', 'lost after', 'lost after', 'slow', 'twice', 'portal', 'gateway'],
  mail: ['away', 'slow', 'lost'],
  push: ['away', 'busy', 'slow', 'lost'],
  bucket: ['away'],
} as const;
export type Part = keyof typeof faultKinds;
export type Rates = Record<Part, number>;

/** Decides which request meets which fault. */
export class Faults {
  rates: Rates;
  isProviderSilent = false;
  readonly #sim: Scheduler;

  constructor(sim: Scheduler, rates: Rates) {
    this.#sim = sim;
    this.rates = rates;
  }

  of(part: Part): string | null {
    // The same numbers are drawn whatever the rates are, so that a schedule stays itself as its faults end.
    const isHit = this.#sim.chance(this.rates[part]);
    const kind = this.#sim.pick<string>(faultKinds[part]);
    return isHit ? kind : null;
  }

  end(): void {
    this.rates = { network: 0, mail: 0, push: 0, bucket: 0 };
    this.isProviderSilent = false;
  }
}
