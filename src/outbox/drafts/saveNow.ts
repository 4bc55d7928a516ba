const keepers = new Set<() => unknown>();
const writers = new Set<() => Promise<unknown>>();

/** How long after a keystroke it is saved at the latest. */
const keepWithinMs = 250;

function keepAll(): unknown[] {
  return [...keepers].map((keep) => keep());
}

/** A phone sends a page no event after these: its camera or its memory manager may end it. */
function keepBeforeTheEnd(): void {
  for (const kept of keepAll()) if (kept instanceof Promise) kept.catch(() => undefined);
}

/**
 * Calls `keep` when what is typed must be saved at once: whenever the window is hidden, left or loses the focus, and before it
 * reloads.
 *
 * @returns what stops it
 */
export function onSaveNow(keep: () => unknown): () => void {
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
 * @returns `soon`, to be called with every change; `now`, which saves what is not saved yet; `end`, which does so and stops
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
  const stop = onSaveNow(now);
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

/** @param settled resolves when all writes until now have ended */
export function onWriting(settled: () => Promise<unknown>): void {
  writers.add(settled);
}

/** Saves every form, and resolves when everything is written: the page may be closed then. */
export async function saveEveryDraft(): Promise<void> {
  await Promise.allSettled([...keepers].map(async (keep) => keep()));
  await Promise.allSettled([...writers].map((settled) => settled()));
}
