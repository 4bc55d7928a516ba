import { type FaultKind, faultKinds, randomFrom } from '../../../support/network/faults.ts';

/** The actions of one user on one device, and the faults of the connection. Tabs and jobs are taken modulo their number. */
export type Step =
  | { does: 'writes'; tab: number; job: number; repeats: boolean; files: FileWish[]; after: After }
  | { does: 'marks'; tab: number; job: number; message: number }
  | { does: 'reloads'; tab: number }
  | { does: 'closes the tab'; tab: number }
  | { does: 'opens a second tab' }
  | { does: 'waits'; ms: number }
  | { does: 'worker is killed' }
  | { does: 'background sync' }
  | { does: 'line is dead'; ms: number }
  | { does: 'line is silent'; ms: number }
  | { does: 'line is up' };

/** After pressing "Send": waits for the composer to clear, or leaves at once. */
export type After = 'waits' | 'reloads at once' | 'closes at once';
export type FileWish = { type: 'pdf' | 'png'; bytes: number; seed: number };

export type Schedule = {
  seed: number;
  jobs: number;
  /** The faults of the proxy's plan. */
  faults: { seed: number; rate: number; kinds: readonly FaultKind[] };
  steps: Step[];
  /** After the connection is good: the app stays open, or everything is closed and opened a minute later. */
  end: 'stays' | 'comes back a minute later';
};

const names = [
  'writes',
  'writes',
  'writes',
  'writes',
  'writes',
  'marks',
  'marks',
  'reloads',
  'closes the tab',
  'opens a second tab',
  'waits',
  'worker is killed',
  'background sync',
  'line is dead',
  'line is silent',
  'line is up',
] as const satisfies readonly Step['does'][];

/** Returns the same schedule for the same seed, whatever was played before. */
export function scheduleOf(seed: number): Schedule {
  const random = randomFrom(seed * 7919);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const oneOf = <T>(values: readonly T[]): T => values[upTo(values.length - 1)] as T;

  /** Half of all schedules have few faults (a swarm), so that the same rare fault occurs twice. */
  function kinds(): FaultKind[] {
    if (random() < 0.5) return [...faultKinds];
    return [oneOf(faultKinds), oneOf(faultKinds), oneOf(faultKinds)];
  }

  function fileWishes(): FileWish[] {
    if (random() < 0.65) return [];
    const wish = (): FileWish => ({
      type: oneOf(['pdf', 'png'] as const),
      bytes: 500 + upTo(random() < 0.2 ? 300_000 : 20_000),
      seed: upTo(1_000_000),
    });
    return random() < 0.3 ? [wish(), wish()] : [wish()];
  }

  function after(): After {
    const dice = random();
    if (dice < 0.08) return 'reloads at once';
    return dice < 0.14 ? 'closes at once' : 'waits';
  }

  function step(): Step {
    const does = oneOf(names);
    switch (does) {
      case 'writes':
        return {
          does,
          tab: upTo(1),
          job: upTo(2),
          repeats: random() < 0.25,
          files: fileWishes(),
          after: after(),
        };
      case 'marks':
        return { does, tab: upTo(1), job: upTo(2), message: upTo(1) };
      case 'reloads':
      case 'closes the tab':
        return { does, tab: upTo(1) };
      case 'waits':
        return { does, ms: 200 + upTo(2500) };
      case 'line is dead':
      case 'line is silent':
        return { does, ms: 300 + upTo(3000) };
      default:
        return { does };
    }
  }

  const faults = { seed: upTo(1_000_000), rate: oneOf([0.15, 0.4, 0.7]), kinds: kinds() };
  const steps = Array.from({ length: 5 + upTo(10) }, step);
  // Without a message nothing can be lost.
  if (!steps.some(({ does }) => does === 'writes')) {
    steps.unshift({ does: 'writes', tab: 0, job: 0, repeats: false, files: [], after: 'waits' });
  }
  return {
    seed,
    jobs: 2 + upTo(1),
    faults,
    steps,
    end: random() < 0.4 ? 'stays' : 'comes back a minute later',
  };
}

/** Describes a step in a report. */
export function inWords(step: Step): string {
  switch (step.does) {
    case 'writes': {
      const files = step.files.length > 0 ? `, ${step.files.length} files` : '';
      const after = step.after === 'waits' ? '' : `, ${step.after}`;
      return `tab ${step.tab} writes to job ${step.job}${step.repeats ? ' the same words' : ''}${files}${after}`;
    }
    case 'marks':
      return `tab ${step.tab} marks message ${step.message} of job ${step.job}`;
    case 'reloads':
    case 'closes the tab':
      return `tab ${step.tab} ${step.does}`;
    case 'waits':
    case 'line is dead':
    case 'line is silent':
      return `${step.does} ${step.ms} ms`;
    default:
      return step.does;
  }
}
