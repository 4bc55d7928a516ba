const savers = new Set<() => unknown>();
const writers = new Set<() => Promise<unknown>>();

/** Longest delay between a keystroke and its saving. */
const saveWithinMs = 250;

function saveAll(): unknown[] {
  return [...savers].map((save) => save());
}

/** Saves before the page may end: a phone sends no event after these, and its camera or its memory manager may end the page. */
function saveBeforeEnd(): void {
  for (const saved of saveAll()) if (saved instanceof Promise) saved.catch(() => undefined);
}

/**
 * Calls `save` when input must be saved at once: whenever the window is hidden, left or loses the focus, and before it reloads.
 *
 * @returns a function that unsubscribes
 */
export function onSaveNow(save: () => unknown): () => void {
  if (savers.size === 0 && typeof document === 'object') {
    window.addEventListener('pagehide', saveBeforeEnd);
    window.addEventListener('blur', saveBeforeEnd);
    document.addEventListener('visibilitychange', saveBeforeEnd);
  }
  savers.add(save);
  return () => savers.delete(save);
}

/**
 * Saves input within `saveWithinMs` of the first change, and at once when the window may go.
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
      timer ??= setTimeout(now, saveWithinMs);
    },
    now,
    /** Whether a change is not being saved yet. */
    isWaiting: () => timer !== undefined,
    /** Drops what is not saved yet. */
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

/** Adds writes for `saveEveryDraft` to wait for. @param settled resolves when all writes until now have ended */
export function onWriting(settled: () => Promise<unknown>): void {
  writers.add(settled);
}

/** Saves every form, and resolves when everything is written: the page may be closed then. */
export async function saveEveryDraft(): Promise<void> {
  await Promise.allSettled([...savers].map(async (save) => save()));
  await Promise.allSettled([...writers].map((settled) => settled()));
}
