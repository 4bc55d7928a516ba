import { type DehydratedState, dehydrate, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { ApiError } from './ApiError.ts';

type Kept = DehydratedState['queries'][number];

/** What is kept of each call, in the order of worth: how many readings, the latest first. */
const worth: Readonly<Record<string, { rank: number; most: number }>> = {
  profile: { rank: 0, most: 5 },
  userStats: { rank: 0, most: 1 },
  stats: { rank: 0, most: 1 },
  jobs: { rank: 1, most: 6 },
  searchJobs: { rank: 1, most: 3 },
  allMessages: { rank: 1, most: 2 },
  conversation: { rank: 2, most: 30 },
  job: { rank: 3, most: 60 },
  employees: { rank: 4, most: 1 },
};

/** Entries of a list that is kept; to write a longer one down holds up the page, and the worker has a copy. */
const longest = 500;

function callOf({ queryKey }: Pick<Kept, 'queryKey'>): string {
  return String(queryKey[0]);
}

function isInfinite(data: unknown): data is InfiniteData<unknown> {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}

/** As if it had just been read: the first page of a list, and no word of a later try that failed. */
function asRead(query: Kept): Kept {
  const { data } = query.state;
  const first = isInfinite(data)
    ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
    : data;
  const state = { ...query.state, data: first, status: 'success' as const, fetchStatus: 'idle' as const };
  return {
    ...query,
    state: { ...state, error: null, fetchFailureCount: 0, fetchFailureReason: null, fetchMeta: null },
  };
}

/**
 * The part of what was read that a person needs first without a network: who they are, the first pages of their lists, the
 * jobs and conversations they read last. The most needed comes first. What the server refused since is not part of it.
 */
export function hotPart(client: QueryClient): Kept[] {
  const { queries } = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state: { data, error } }) =>
      data !== undefined &&
      worth[callOf({ queryKey })] !== undefined &&
      !(Array.isArray(data) && data.length > longest) &&
      !(error instanceof ApiError && error.definite),
  });
  const rankOf = (query: Kept) => worth[callOf(query)]?.rank ?? 0;
  const sorted = queries.sort(
    (a, b) => rankOf(a) - rankOf(b) || b.state.dataUpdatedAt - a.state.dataUpdatedAt,
  );
  const taken = new Map<string, number>();
  return sorted
    .filter((query) => {
      const name = callOf(query);
      const before = taken.get(name) ?? 0;
      taken.set(name, before + 1);
      return before < (worth[name]?.most ?? 0);
    })
    .map(asRead);
}
