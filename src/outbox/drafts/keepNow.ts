const keepers = new Set<() => unknown>();
const writers = new Set<() => Promise<unknown>>();

/** What is typed is on the device this long after the key at the latest. */
const keepWithinMs = 250;

function keepAll(): unknown[] {
  return [...keepers].map((keep) => keep());
}

/** A phone tells a page nothing more after this: its camera or its memory manager may end it. */
function keepBeforeTheEnd(): void {
  for (const kept of keepAll()) if (kept instanceof Promise) kept.catch(() => undefined);
}

/**
 * Forms wait for a moment before they save what is typed; `keep` is called when it must not wait, and whenever the window is
 * hidden, left or loses the focus.
 *
 * @returns what stops it
 */
export function onKeepNow(keep: () => unknown): () => void {
  if (keepers.size === 0 && typeof document === 'object') {
    window.addEventListener('pagehide', keepBeforeTheEnd);
    window.addEventListener('blur', keepBeforeTheEnd);
    document.addEventListener('visibilitychange', keepBeforeTheEnd);
  }
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/**
 * Saves what is typed within `keepWithinMs` of the first change, and at once when the window may go.
 *
 * @returns `soon` to be called with every change, `now` to save what is not saved yet, `end` to do so and stop
 */
export function saveSoon(save: () => unknown) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The last save, which may be in flight. */
  let saving: unknown;
  const now = (): unknown => {
    if (timer === undefined) return saving;
    clearTimeout(timer);
    timer = undefined;
    saving = save();
    return saving;
  };
  const stop = onKeepNow(now);
  return {
    soon(): void {
      timer ??= setTimeout(now, keepWithinMs);
    },
    now,
    /** Forgets what is not saved yet. */
    cancel(): void {
      clearTimeout(timer);
      timer = undefined;
    },
    end(): unknown {
      stop();
      return now();
    },
  };
}

/** @param settled answers when nothing is left to be written of what was asked for */
export function onWriting(settled: () => Promise<unknown>): void {
  writers.add(settled);
}

/** Keeps every form as it stands, and answers when nothing is left to be written: the page may go then. */
export async function keepEveryDraft(): Promise<void> {
  await Promise.allSettled([...keepers].map(async (keep) => keep()));
  await Promise.allSettled([...writers].map((settled) => settled()));
}
