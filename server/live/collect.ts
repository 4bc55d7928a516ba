import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../data/db.ts';
import { type Collected, collectSome, type RetentionDays, retentionDays } from '../data/retention.ts';
import { foldCounts } from '../data/stats.ts';
import type { Pulse } from './pulse.ts';

const everyMs = 3_600_000;

/**
 * Has what was kept for long enough deleted at the pulse; looks once an hour at most.
 *
 * @param days where it is to be another time than usual
 * @returns what stops it, and resolves when nothing is being deleted any more
 */
export function collectNowAndThen(
  parts: {
    db: Database;
    /** Milliseconds since 1970. */
    now: () => number;
    log: Pick<FastifyBaseLogger, 'warn'>;
    pulse: Pulse;
  },
  days: Partial<RetentionDays> = {},
): () => Promise<void> {
  const { db, now, log, pulse } = parts;
  const periods = Object.entries({ ...retentionDays, ...days }) as [Collected, number][];
  let lastMs = Number.NEGATIVE_INFINITY;
  let collecting: Promise<void> | undefined;
  let stopped = false;

  async function collect(): Promise<void> {
    for (const [what, kept] of periods) {
      const order = { days: kept, now: Math.floor(now() / 1000) };
      while (!stopped && (await collectSome(db, what, order)));
    }
    if (!stopped) await foldCounts(db);
  }

  const stop = pulse.onBeat(() => {
    if (collecting || now() - lastMs < everyMs) return;
    lastMs = now();
    collecting = collect()
      .catch((error: unknown) => log.warn({ err: error }, 'what is over was not deleted'))
      .finally(() => {
        collecting = undefined;
      });
  });
  return async () => {
    stopped = true;
    stop();
    await collecting;
  };
}
