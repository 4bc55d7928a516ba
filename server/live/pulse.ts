import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, notify } from '../data/db/db.ts';

/**
 * Signals that there may be new events: at once when this process committed them, a moment later when another process on the same
 * database did, and every few seconds in any case. Listeners read the events from the database.
 */
export type Pulse = {
  /** Must be called after a commit. Cheap: consecutive calls are coalesced. */
  beat(): void;
  /** @returns what stops it */
  onBeat(listener: () => void): () => void;
  close(): Promise<void>;
};

const channel = 'something_happened';
/** Fallback interval for lost notifications, and for databases behind a pooler without LISTEN. */
const everyMs = 5000;
/** Pause between two notifications of other processes, so that consecutive writes share one. */
const restMs = 20;

export function openPulse(db: Database, intervalMs = everyMs): Pulse {
  const self = randomUUID();
  const listeners = new Set<() => void>();
  let soon: NodeJS.Immediate | undefined;
  let toOthers = false;
  let telling: Promise<void> | undefined;
  let closed = false;

  async function tellOthers(): Promise<void> {
    while (toOthers) {
      toOthers = false;
      // After the commit and outside of its transaction: see `notify`. If it fails, other processes read at their fallback
      // interval.
      await notify(db, channel, self).catch(() => undefined);
      if (!closed) await wait(restMs, undefined, { ref: false });
    }
    telling = undefined;
  }

  function tell(): void {
    soon = undefined;
    for (const listener of listeners) listener();
    if (toOthers) telling ??= tellOthers();
  }

  const timer = setInterval(tell, intervalMs).unref();
  const stopListening = db.listen(channel, (from) => {
    // A process also receives its own notifications.
    if (from !== self) soon ??= setImmediate(tell);
  });

  return {
    beat() {
      toOthers = true;
      soon ??= setImmediate(tell);
    },
    onBeat(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      clearImmediate(soon);
      listeners.clear();
      if (toOthers) telling ??= tellOthers();
      await Promise.all([telling, stopListening()]);
    },
  };
}
