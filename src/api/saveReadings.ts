import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import { hotPart } from './hotPart.ts';

/** 2 MB in the browser's own count: two bytes a character. */
const maxCharacters = 1_000_000;

type PersistedClient = Parameters<ReturnType<typeof createSyncStoragePersister>['persistClient']>[0];

function guardedStorage(mayWrite: () => boolean) {
  return {
    getItem: (key: string) => localStorage.getItem(key),
    setItem(key: string, value: string) {
      if (mayWrite()) localStorage.setItem(key, value);
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

/**
 * Writes down what is worth most of what was read.
 *
 * @param mayWrite asked before every save
 * @returns what saves
 */
export function readingsSaver(
  key: string,
  buster: string,
  mayWrite: () => boolean,
): (client: QueryClient) => void {
  const persister = createSyncStoragePersister({
    storage: guardedStorage(mayWrite),
    key,
    serialize: serialized,
    retry: withoutLeastWorth,
    throttleTime: 0,
  });
  return (client) => {
    const clientState = { mutations: [], queries: hotPart(client) };
    void persister.persistClient({ timestamp: Date.now(), buster, clientState });
  };
}
