import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { hydrate, type QueryClient } from '@tanstack/react-query';
import { hotPart } from './hotPart.ts';
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
/** 2 MB in the browser's own count: two bytes a character. */
const maxCharacters = 1_000_000;

type Persister = ReturnType<typeof createSyncStoragePersister>;
type PersistedClient = Parameters<Persister['persistClient']>[0];

/**
 * A save is put off, so one may be under way when the cache is removed, here or in another window. It belongs to an earlier
 * generation then, or to somebody who is not remembered any more, and must not write the removed cache back.
 */
let generation = 0;
let stop: () => void = () => undefined;

function guardedStorage(isStillTheirs: () => boolean) {
  const mine = generation;
  return {
    getItem: (key: string) => localStorage.getItem(key),
    setItem(key: string, value: string) {
      if (mine === generation && isStillTheirs()) localStorage.setItem(key, value);
    },
    removeItem: (key: string) => localStorage.removeItem(key),
  };
}

/** The queries in the order of their worth, as many as there is room for. */
function serialized({ clientState, ...rest }: PersistedClient): string {
  const kept: string[] = [];
  let room = maxCharacters;
  for (const query of clientState.queries) {
    const text = JSON.stringify(query);
    room -= text.length;
    if (room >= 0) kept.push(text);
  }
  return `${JSON.stringify(rest).slice(0, -1)},"clientState":{"mutations":[],"queries":[${kept.join(',')}]}}`;
}

/** The storage is full: half of the queries, the least worth, go, because one at a time takes seconds on a phone. */
function withoutLeastWorth({ persistedClient }: { persistedClient: PersistedClient }) {
  const { mutations, queries } = persistedClient.clientState;
  if (queries.length <= 1) return undefined;
  return {
    ...persistedClient,
    clientState: { mutations, queries: queries.slice(0, Math.floor(queries.length / 2)) },
  };
}

function restore(client: QueryClient, persister: Persister): void {
  try {
    // A synchronous storage answers at once.
    const kept = persister.restoreClient() as PersistedClient | undefined;
    if (!kept) return;
    const age = Date.now() - kept.timestamp;
    if (kept.buster !== schemaVersion || age >= maxAgeMs) return void persister.removeClient();
    hydrate(client, kept.clientState);
    // What was saved last may be older than what was seen last: however young it is, it is read again once it is shown.
    void client.invalidateQueries({ refetchType: 'none' });
  } catch (error) {
    console.warn('What was read before cannot be shown:', error);
    void persister.removeClient();
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
  const storage = guardedStorage(isStillTheirs);
  const persister = createSyncStoragePersister({
    storage,
    key,
    serialize: serialized,
    retry: withoutLeastWorth,
    throttleTime: 0,
  });
  restore(client, persister);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const clientState = { mutations: [], queries: hotPart(client) };
    void persister.persistClient({ timestamp: Date.now(), buster: schemaVersion, clientState });
  };
  const saveLeft = () => {
    if (timer !== undefined && document.visibilityState === 'hidden') save();
  };
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') timer ??= setTimeout(save, saveEveryMs);
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
