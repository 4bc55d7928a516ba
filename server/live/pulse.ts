import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, notify } from '../data/db/db.ts';

/**
 * Tells that something may have happened: at once where it happened in this process, a moment later where it happened in
 * another one on the same database, and every few seconds in any case. What it was is asked of the database.
 */
export type Pulse = {
  /** Something was committed. Cheap: beats in a row become one. */
  beat(): void;
  /** @returns what stops it */
  onBeat(listener: () => void): () => void;
  close(): Promise<void>;
};

const channel = 'something_happened';
/** The net under notifications that were lost, and under databases behind a pooler, which lets nobody listen. */
const everyMs = 5000;
/** Writes follow each other closely; other processes are told once for all of them. */
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
      // After the commit, and on its own: see `notify`. When it fails, the others find out by their timers.
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
    // What this process tells the others comes back to it as well.
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
