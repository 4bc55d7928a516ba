const savers = new Set<() => unknown>();
const writers = new Set<() => Promise<unknown>>();

/** Longest delay between a keystroke and its saving. */
const saveWithinMs = 250;

function saveAll(): unknown[] {
  return [...savers].map((save) => save());
}

let isJustHidden = false;
let isLeaving = false;

/** Whether the page has just been hidden, or is left: it may get no result of what it requests. One that lives on gets them. */
export const isPageLeft = () => isJustHidden || isLeaving;

/** Saves before the page may end: a phone sends no event after these, and its camera or its memory manager may end the page. */
function saveBeforeEnd({ type }: Event): void {
  // Until it comes back, if it does.
  if (type.startsWith('page')) isLeaving = type === 'pagehide';
  isJustHidden = document.visibilityState === 'hidden';
  for (const saved of saveAll()) if (saved instanceof Promise) saved.catch(() => undefined);
  // A hidden page lives on as a rule: what it requests later may have waited for anything.
  setTimeout(() => (isJustHidden = false));
}

/**
 * Calls `save` when input must be saved at once: whenever the window is hidden, left or loses the focus, and before it reloads.
 *
 * @returns a function that unsubscribes
 */
export function onSaveNow(save: () => unknown): () => void {
  if (savers.size === 0 && typeof document === 'object') {
    for (const name of ['pagehide', 'pageshow', 'blur']) window.addEventListener(name, saveBeforeEnd);
    document.addEventListener('visibilitychange', saveBeforeEnd);
  }
  savers.add(save);
  return () => savers.delete(save);
}

function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}

/**
 * Saves input within `saveWithinMs` of the first change, and at once when the window may go.
 *
 * @param clock the window's; a test has one of its own
 * @returns `soon`, to be called with every change; `now`, which saves what is not saved yet; `end`, which does so and stops
 */
export function saveSoon(save: () => unknown, clock = { after, onSaveNow }) {
  let cancel: (() => void) | null = null;
  /** The last save, which may be in flight. */
  let saving: unknown;
  const now = (): unknown => {
    if (!cancel) return saving;
    stopWaiting();
    saving = save();
    return saving;
  };
  const stopWaiting = () => {
    cancel?.();
    cancel = null;
  };
  const stop = clock.onSaveNow(now);
  return {
    soon(): void {
      cancel ??= clock.after(saveWithinMs, now);
    },
    now,
    /** Drops what is not saved yet. */
    cancel: stopWaiting,
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
