import { Counter, Registry } from 'prom-client';

const levels = { 40: 'warn', 50: 'error' } as const;
/** How an attempt at an email or a push ended. */
const outcomes = {
  email: ['sent', 'refused', 'later', 'away'],
  push: ['accepted', 'gone', 'too-large', 'refused', 'later'],
} as const;
type Outcomes = typeof outcomes;

/** Counts what happens, for the metrics. */
export type Counters = {
  registry: Registry;
  /** Counts a logged line. */
  line(level: number): void;
  /** Counts an attempt at an email or a push. */
  delivery<Kind extends keyof Outcomes>(kind: Kind, outcome: Outcomes[Kind][number]): void;
};

/** Creates the counters of an app, at zero, because a rate misses what a series begins with. */
export function openCounters(): Counters {
  const registry = new Registry();
  const registers = [registry];
  const lines = new Counter({
    name: 'log_lines_total',
    help: 'Logged lines of the levels 40 (warn) and 50 (error).',
    labelNames: ['level'],
    registers,
  });
  const deliveries = new Counter({
    name: 'deliveries_total',
    help: 'Attempts at emails and pushes. later: it is tried again; away: the mail server takes no email; gone: the device ended.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  for (const level of Object.values(levels)) lines.inc({ level }, 0);
  for (const kind of ['email', 'push'] as const) {
    for (const outcome of outcomes[kind]) deliveries.inc({ kind, outcome }, 0);
  }
  return {
    registry,
    line(level) {
      if (level === 40 || level === 50) lines.inc({ level: levels[level] });
    },
    delivery: (kind, outcome) => deliveries.inc({ kind, outcome }),
  };
}
