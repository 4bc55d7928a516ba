import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../data/db.ts';
import { deleteOldEvents } from '../data/liveEvents.ts';
import { nowAndThen } from './nowAndThen.ts';
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
  const { db, now } = parts;
  async function work() {
    return (await deleteOldEvents(db, Math.floor(now() / 1000))) > 0 ? 'more' : 'done';
  }
  return nowAndThen(parts, everyMs, work, 'old events were not deleted');
}
