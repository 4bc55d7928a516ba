/**
 * Tells that something may have happened: at once where it happened in this process, and every few seconds in any case. What it was
 * is asked of the database.
 */
export type Pulse = {
  /** Something was committed. Cheap: beats in a row become one. */
  beat(): void;
  /** @returns what stops it */
  onBeat(listener: () => void): () => void;
  close(): void;
};

const everyMs = 5000;

export function openPulse(intervalMs = everyMs): Pulse {
  const listeners = new Set<() => void>();
  let soon: NodeJS.Immediate | undefined;
  const tell = () => {
    soon = undefined;
    for (const listener of listeners) listener();
  };
  const timer = setInterval(tell, intervalMs).unref();
  return {
    beat() {
      soon ??= setImmediate(tell);
    },
    onBeat(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      clearInterval(timer);
      clearImmediate(soon);
      listeners.clear();
    },
  };
}
