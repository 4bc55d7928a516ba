import type { DehydratedState, QueryClient } from '@tanstack/react-query';
import { readingsKey } from './readingsKey.ts';

/**
 * The small hot part of what the app has read, kept in local storage for one person, so that the first paint needs no
 * network. Each query keeps the time it was read.
 */

/** Raised when what is kept changes its shape; not with every build. */
const schemaVersion = '1';
/** Not longer than `gcTime`: a query that came back would be dropped at once. */
const maxAgeMs = 24 * 60 * 60 * 1000;
const saveEveryMs = 2000;

/** What is kept, as `saveReadings.ts` writes it. */
type KeptReadings = { timestamp: number; buster: string; clientState: DehydratedState };

/**
 * A save is put off, so one may be under way when the cache is removed, here or in another window. It belongs to an earlier
 * generation then, or to somebody who is not remembered any more, and must not write the removed cache back.
 */
let generation = 0;
let stop: () => void = () => undefined;

function restore(client: QueryClient, key: string): void {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptReadings | null;
    if (!kept) return;
    const age = Date.now() - kept.timestamp;
    if (kept.buster !== schemaVersion || age >= maxAgeMs) return void localStorage.removeItem(key);
    for (const { queryKey, state } of kept.clientState.queries) {
      const { data, dataUpdatedAt } = state;
      const read = client.getQueryState(queryKey);
      if (!read || read.dataUpdatedAt < dataUpdatedAt) {
        client.setQueryData(queryKey, data, { updatedAt: dataUpdatedAt });
      }
    }
    // What was saved last may be older than what was seen last: however young it is, it is read again once it is shown.
    void client.invalidateQueries({ refetchType: 'none' });
  } catch (error) {
    console.warn('What was read before cannot be shown:', error);
    localStorage.removeItem(key);
  }
}

/**
 * Puts back what this person has read before, and keeps it from here on. To be called when it is known who they are, before
 * anything of theirs is drawn.
 *
 * @param isStillTheirs asked before every save: false once this device has forgotten them, also in another window
 */
export function keepReadings(client: QueryClient, uid: string, isStillTheirs: () => boolean): void {
  stopKeeping();
  try {
    stop = startKeeping(client, readingsKey(uid), isStillTheirs);
  } catch (error) {
    console.warn('This browser keeps nothing of what is read:', error);
  }
}

function startKeeping(client: QueryClient, key: string, isStillTheirs: () => boolean): () => void {
  const mine = generation;
  const mayWrite = () => mine === generation && isStillTheirs();
  restore(client, key);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let loading: Promise<(client: QueryClient) => void> | undefined;
  /** What writes is loaded once there is something to write. */
  const saver = () => {
    if (loading) return loading;
    loading = import('./saveReadings.ts').then((module) =>
      module.readingsSaver(key, schemaVersion, mayWrite),
    );
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    saver().then(
      (write) => write(client),
      (error: unknown) => console.warn('What was read cannot be kept yet:', error),
    );
  };
  const saveLeft = () => {
    if (timer !== undefined && document.visibilityState === 'hidden') save();
  };
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    timer ??= setTimeout(save, saveEveryMs);
    void saver();
  });
  globalThis.document?.addEventListener('visibilitychange', saveLeft);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    globalThis.document?.removeEventListener('visibilitychange', saveLeft);
  };
}

/** Keeps nothing more, and lets no save under way end; what is kept stays. */
export function stopKeeping(): void {
  generation += 1;
  stop();
  stop = () => undefined;
}
