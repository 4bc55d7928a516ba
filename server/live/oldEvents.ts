import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../data/db.ts';
import { deleteOldEvents } from '../data/liveEvents.ts';
import type { Pulse } from './pulse.ts';

const everyMs = 3_600_000;

/**
 * Has old events deleted at the pulse, once an hour at most.
 *
 * @returns what stops it, and resolves when nothing is being deleted any more
 */
export function deleteOldEventsNowAndThen(parts: {
  db: Database;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, 'warn'>;
  pulse: Pulse;
}): () => Promise<void> {
  const { db, now, log, pulse } = parts;
  let lastMs = Number.NEGATIVE_INFINITY;
  let deleting: Promise<void> | undefined;
  let stopped = false;

  async function deleteAll(): Promise<void> {
    while (!stopped && (await deleteOldEvents(db, Math.floor(now() / 1000))) > 0);
  }

  const stop = pulse.onBeat(() => {
    if (deleting || now() - lastMs < everyMs) return;
    lastMs = now();
    deleting = deleteAll()
      .catch((error: unknown) => log.warn({ err: error }, 'old events were not deleted'))
      .finally(() => {
        deleting = undefined;
      });
  });
  return async () => {
    stopped = true;
    stop();
    await deleting;
  };
}
