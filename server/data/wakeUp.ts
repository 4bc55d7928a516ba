import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, notify } from './db/db.ts';

/**
 * Signals that there may be new events: at once when this process committed them, a moment later when another process on the same
 * database did, and every few seconds in any case. Listeners read the events from the database.
 */
export type WakeUp = {
  /** Must be called after a commit. Cheap: consecutive calls are coalesced. */
  signal(): void;
  /** Calls back with each signal. @returns a function that unsubscribes */
  onSignal(listener: () => void): () => void;
  close(): Promise<void>;
};

const channel = 'something_happened';
/** Fallback interval for lost notifications, and for databases behind a pooler without LISTEN. */
const everyMs = 5000;
/** Pause between two notifications of other processes, so that consecutive writes share one. */
const restMs = 20;

export function openWakeUp(db: Database, intervalMs = everyMs): WakeUp {
  const self = randomUUID();
  const listeners = new Set<() => void>();
  let soon: NodeJS.Immediate | undefined;
  let toOthers = false;
  let notifying: Promise<void> | undefined;
  let closed = false;

  async function notifyOthers(): Promise<void> {
    while (toOthers) {
      toOthers = false;
      // After the commit and outside of its transaction: see `notify`. If it fails, other processes read at their fallback
      // interval.
      await notify(db, channel, self).catch(() => undefined);
      if (!closed) await wait(restMs, undefined, { ref: false });
    }
    notifying = undefined;
  }

  function wake(): void {
    soon = undefined;
    for (const listener of listeners) listener();
    if (toOthers) notifying ??= notifyOthers();
  }

  const timer = setInterval(wake, intervalMs).unref();
  const stopListening = db.listen(channel, (from) => {
    // A process also receives its own notifications.
    if (from !== self) soon ??= setImmediate(wake);
  });

  return {
    signal() {
      toOthers = true;
      soon ??= setImmediate(wake);
    },
    onSignal(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      clearImmediate(soon);
      listeners.clear();
      if (toOthers) notifying ??= notifyOthers();
      await Promise.all([notifying, stopListening()]);
    },
  };
}
