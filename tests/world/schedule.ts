import type { EventName } from './events/events.ts';
import type { Rates } from './Faults.ts';
import type { UserName } from './World.ts';

/** Something that happens: who, where, and which of what there is, as numbers taken modulo. */
export type Operation = {
  name: EventName;
  device: number;
  pick: number;
  /** Steps of the scheduler before it, so that it comes between any two awaits … */
  steps: number;
  /** … and then virtual milliseconds. */
  waitMs: number;
};

/** All that a run depends on, besides the code. A stored one is played as it is, whatever the generator has become. */
export type Schedule = { seed: number; devices: UserName[]; rates: Rates; operations: Operation[] };
