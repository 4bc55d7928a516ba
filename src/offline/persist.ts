import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { dehydrate, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query';
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client';
import * as v from 'valibot';
import { isRefusal } from '../api/ApiError.ts';
import { type CallName, calls } from '../contract/calls.ts';

/** Raised when persisted queries change their shape; not with every build. */
const buster = '1';
/** Age up to which persisted queries are restored. At most `gcTime`, or a restored query would be dropped at once. */
const maxAge = 24 * 60 * 60 * 1000;
const throttleTime = 2000;
/** 2 MB as browsers count them: two bytes a character. */
const maxCharacters = 1_000_000;
/** Serializing a longer list would block the page; the worker has its response. */
const maxListLength = 500;

/** How many queries of each call are persisted, the latest ones; the most needed call first. */
const maxQueries: ReadonlyMap<string, number> = new Map<CallName, number>([
  ['profile', 5],
  ['userStats', 1],
  ['stats', 1],
  ['jobs', 6],
  ['searchJobs', 4],
  ['allMessages', 2],
  ['conversation', 30],
  ['job', 60],
  ['employees', 1],
  ['checklists', 1],
  ['savedViews', 1],
]);
const names = [...maxQueries.keys()];

type PersistedQuery = PersistedClient['clientState']['queries'][number];

function nameOf({ queryKey }: Pick<PersistedQuery, 'queryKey'>): string {
  return String(queryKey[0]);
}

/** Whether a query is persisted: not one that the server has refused since. */
function shouldDehydrateQuery(query: Query): boolean {
  const { data, error } = query.state;
  const isLong = Array.isArray(data) && data.length > maxListLength;
  return data !== undefined && maxQueries.has(nameOf(query)) && !isLong && !isRefusal(error);
}

const dehydrateOptions = { shouldDehydrateQuery };

function isInfinite(data: unknown): data is InfiniteData<unknown> {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}

/** Returns a query as it was after its last successful fetch, a list with its first page only. */
function asFetched(query: PersistedQuery): PersistedQuery {
  const { data } = query.state;
  const first = isInfinite(data)
    ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
    : data;
  return {
    ...query,
    state: {
      ...query.state,
      data: first,
      status: 'success',
      fetchStatus: 'idle',
      error: null,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
    },
  };
}

/** Returns the queries to persist, the most needed first. */
function mostNeeded(queries: readonly PersistedQuery[]): PersistedQuery[] {
  const count = new Map<string, number>();
  return queries
    .toSorted(
      (a, b) =>
        names.indexOf(nameOf(a)) - names.indexOf(nameOf(b)) || b.state.dataUpdatedAt - a.state.dataUpdatedAt,
    )
    .filter((query) => {
      const name = nameOf(query);
      const nth = (count.get(name) ?? 0) + 1;
      count.set(name, nth);
      return nth <= (maxQueries.get(name) ?? 0);
    });
}

/** Serializes the most needed queries, as many as there is room for. */
function serialize({ clientState, ...rest }: PersistedClient): string {
  const texts: string[] = [];
  let room = maxCharacters;
  for (const query of mostNeeded(clientState.queries)) {
    const text = JSON.stringify(asFetched(query));
    room -= text.length;
    if (room >= 0) texts.push(text);
  }
  return `${JSON.stringify(rest).slice(0, -1)},"clientState":{"mutations":[],"queries":[${texts.join(',')}]}}`;
}

/** Drops the less needed half when the storage is full: one query at a time takes seconds on a phone. */
function retry({ persistedClient }: { persistedClient: PersistedClient }): PersistedClient | undefined {
  const queries = mostNeeded(persistedClient.clientState.queries);
  queries.length = Math.floor(queries.length / 2);
  return queries.length > 0 ? { ...persistedClient, clientState: { mutations: [], queries } } : undefined;
}

/** Reads data by the contract, as the response that it was; undefined if it does not fit. */
function asResponse(query: PersistedQuery): unknown {
  const { data } = query.state;
  const response = calls[nameOf(query) as CallName].response as v.GenericSchema;
  const schema = isInfinite(data) ? v.looseObject({ pages: v.array(response) }) : response;
  const { success, output } = v.safeParse(schema, data);
  return success ? output : undefined;
}

/** Parses what an earlier version may have persisted, whose responses lack the fields of this one. Drops what does not fit. */
function deserialize(text: string): PersistedClient {
  const persisted = JSON.parse(text) as PersistedClient;
  const { clientState } = persisted;
  clientState.queries = clientState.queries.flatMap((query) => {
    const data = maxQueries.has(nameOf(query)) ? asResponse(query) : undefined;
    // A clock that was set back since would take it for newer than all that is read now.
    const dataUpdatedAt = Math.min(query.state.dataUpdatedAt, Date.now());
    return data === undefined ? [] : { ...query, state: { ...query.state, data, dataUpdatedAt } };
  });
  return persisted;
}

/** Returns the key of local storage under which the queries of a user are persisted. */
export function persistedKey(uid: string): string {
  return `q:${uid}`;
}

/** `restored` never rejects. `stop` ends writing and leaves what is persisted. */
export type Persisting = { restored: Promise<void>; stop: () => void };

/**
 * Restores the queries of a user, and persists them from now on, for the first screen of the next start. Preserves `dataUpdatedAt`.
 *
 * @param isSameUser checked before every write: false once the user has signed out, also in another window
 */
export function persistQueries(queryClient: QueryClient, uid: string, isSameUser: () => boolean): Persisting {
  const key = persistedKey(uid);
  let isStopped = false;
  let isDirty = false;
  // A throttled write may still be pending when the user signs out.
  const storage = {
    getItem: (name: string) => localStorage.getItem(name),
    setItem: (name: string, value: string) => {
      if (!isStopped && isSameUser()) localStorage.setItem(name, value);
      isDirty = false;
    },
    removeItem: (name: string) => localStorage.removeItem(name),
  };
  const persister = createSyncStoragePersister({ storage, key, serialize, deserialize, retry, throttleTime });
  const options = { queryClient, persister, buster, dehydrateOptions };
  const restored = persistQueryClientRestore({ ...options, maxAge }).then(
    // What was persisted may be older than what was seen last: it is refetched once it is shown.
    () => queryClient.invalidateQueries({ refetchType: 'none' }),
    (error: unknown) => console.warn('The persisted queries cannot be restored:', error),
  );
  const stops = [
    persistQueryClientSubscribe(options),
    queryClient.getQueryCache().subscribe(() => {
      isDirty = true;
    }),
  ];

  /** Writes at once: a page that is left runs no timers. */
  function flush(): void {
    if (!isDirty) return;
    let client: PersistedClient | undefined = {
      timestamp: Date.now(),
      buster,
      clientState: dehydrate(queryClient, dehydrateOptions),
    };
    while (client) {
      try {
        storage.setItem(key, serialize(client));
        return;
      } catch {
        client = retry({ persistedClient: client });
      }
    }
  }
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  globalThis.document?.addEventListener('visibilitychange', onVisibility);
  globalThis.addEventListener?.('pagehide', flush);
  return {
    restored,
    stop() {
      isStopped = true;
      for (const stop of stops) stop();
      globalThis.document?.removeEventListener('visibilitychange', onVisibility);
      globalThis.removeEventListener?.('pagehide', flush);
    },
  };
}
