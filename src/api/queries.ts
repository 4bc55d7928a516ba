import {
  infiniteQueryOptions,
  type Query,
  type QueryCacheNotifyEvent,
  QueryClient,
  type QueryFunctionContext,
  queryOptions,
} from '@tanstack/react-query';
import type { RequestOf } from '../contract/calls.ts';
import type { JobStatus } from '../contract/enums.ts';
import { call, type ReadOptions } from './client.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The query cache, cleared whenever another user signs in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: dayMs,
      // The browser's "offline" is only a hint: sends the request all the same.
      networkMode: 'offlineFirst',
      // The client repeats reads (`readTwice`).
      retry: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** What the `fetchMeta` of a query has besides TanStack's own. */
type Requested = {
  /** When the oldest of what is fetched was requested, milliseconds since 1970. */
  requestedAt?: number;
  /** Whether some of it is from the worker's cache. */
  isCached?: boolean;
};

function requestedOf({ state: { fetchMeta } }: Query): Requested {
  return (fetchMeta ?? {}) as Requested;
}

function noteRequest(query: Query, requested: Requested): void {
  query.setState({ fetchMeta: { ...query.state.fetchMeta, ...requested } as Query['state']['fetchMeta'] });
}

/**
 * Dates all data by its request, so that `dataUpdatedAt` is its one age: a cached response is as old as its own request, and a list as its
 * oldest page. Data from the cache is marked for a refetch. Runs before any other listener sees the data.
 */
function dateByRequest(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return;
  const { query, action } = event;
  if (action.type === 'fetch') {
    const { dataUpdatedAt, isInvalidated } = query.state;
    // The other pages stay as they are.
    const isNextPage = action.meta?.fetchMore !== undefined;
    noteRequest(query, {
      requestedAt: isNextPage ? dataUpdatedAt : Date.now(),
      isCached: isNextPage && isInvalidated,
    });
  } else if (action.type === 'success' && !action.manual) {
    const { requestedAt, isCached = false } = requestedOf(query);
    if (requestedAt !== undefined) query.setState({ dataUpdatedAt: requestedAt, isInvalidated: isCached });
  }
}

queryClient.getQueryCache().subscribe(dateByRequest);

type Without<T, K extends string> = Omit<T & object, K>;
export type SearchFilter = Without<RequestOf<'searchJobs'>, 'startAfter'>;
export type InboxFilter = Without<RequestOf<'allMessages'>, 'username' | 'startAfter'>;
export type ProfilesFilter = Without<RequestOf<'profiles'>, 'startAfter'>;

/** The key of every query; each begins with the name of its call, so that `[name]` matches all of them. */
export const keys = {
  jobs: (email: string, statues?: readonly JobStatus[]) => ['jobs', email, statues ?? []] as const,
  search: (search: SearchFilter, email: string) => ['searchJobs', email, search] as const,
  job: (jobId: string) => ['job', jobId] as const,
  conversation: (jobId: string) => ['conversation', jobId] as const,
  staffNotes: (jobId: string) => ['staffNotes', jobId] as const,
  newest: (jobId: string) => ['newestMessages', jobId] as const,
  inbox: (email: string, filter: InboxFilter) => ['allMessages', email, filter] as const,
  profile: (email: string) => ['profile', email] as const,
  profiles: (filter: ProfilesFilter) => ['profiles', filter] as const,
  employees: () => ['employees'] as const,
  userStats: (email: string) => ['userStats', email] as const,
  stats: () => ['stats'] as const,
  notifications: (email: string) => ['notifications', email] as const,
  checklists: () => ['checklists'] as const,
  ownErasure: () => ['ownErasure'] as const,
};

/** Whether a query may be refetched automatically: not a long list, whose pages are requested one after the other. */
export function isShort(query: { state: { data?: unknown } }): boolean {
  const { data } = query.state;
  if (typeof data !== 'object' || data === null || !('pages' in data)) return true;
  return !Array.isArray(data.pages) || data.pages.length <= 4;
}

/** Returns the options of a query's call. Where data is shown already, no cached response, which may be older, is accepted. */
export function readOptions({
  client,
  queryKey,
  signal,
  pageParam,
}: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'> & { pageParam?: unknown }): ReadOptions {
  const query = client.getQueryCache().find({ queryKey });
  const data = query?.state.data;
  const pages = typeof data === 'object' && data !== null && 'pageParams' in data ? data.pageParams : null;
  return {
    signal,
    fresh: Array.isArray(pages) ? pages.includes(pageParam) : data !== undefined,
    onCached(since) {
      if (!query || signal.aborted) return;
      const { requestedAt = since } = requestedOf(query);
      noteRequest(query, { requestedAt: Math.min(since, requestedAt), isCached: true });
    },
  };
}

/** The paging of every list. */
const pageByPage = {
  // Not `undefined`, which a persisted query loses in JSON.
  initialPageParam: null as string | null,
  getNextPageParam: (page: { startAfter: string | null }) => page.startAfter ?? undefined,
  refetchOnMount: isShort,
  refetchOnWindowFocus: isShort,
  refetchOnReconnect: isShort,
};

function cursor(startAfter: string | null) {
  return startAfter === null ? {} : { startAfter };
}

/** The caller's jobs, newest first, page by page; `statues` (§7) filters by status. */
export function jobsQuery(email: string, statues?: readonly JobStatus[]) {
  return infiniteQueryOptions({
    queryKey: keys.jobs(email, statues),
    queryFn: (query) =>
      call('jobs', {
        body: { username: email, ...(statues ? { statues: [...statues] } : {}), ...cursor(query.pageParam) },
        ...readOptions(query),
      }),
    ...pageByPage,
  });
}

/** Jobs that match a search, page by page. `email` is the caller's: two users find different jobs. */
export function searchQuery(search: SearchFilter, email = '') {
  return infiniteQueryOptions({
    queryKey: keys.search(search, email),
    queryFn: (query) =>
      call('searchJobs', { body: { ...search, ...cursor(query.pageParam) }, ...readOptions(query) }),
    ...pageByPage,
  });
}

/** One job with its files and history. */
export function jobQuery(jobId: string) {
  return queryOptions({
    queryKey: keys.job(jobId),
    queryFn: (query) => call('job', { params: { jobId }, ...readOptions(query) }),
  });
}

/** The inbox: messages of all jobs of the caller, page by page. */
export function inboxQuery(email: string, filter: InboxFilter) {
  return infiniteQueryOptions({
    queryKey: keys.inbox(email, filter),
    queryFn: (query) =>
      call('allMessages', {
        body: { ...filter, username: email, ...cursor(query.pageParam) },
        ...readOptions(query),
      }),
    ...pageByPage,
  });
}

export function profileQuery(email: string) {
  return queryOptions({
    queryKey: keys.profile(email),
    queryFn: (query) => call('profile', { params: { email }, ...readOptions(query) }),
  });
}

/** Profiles (staff), page by page. */
export function profilesQuery(filter: ProfilesFilter) {
  return infiniteQueryOptions({
    queryKey: keys.profiles(filter),
    queryFn: (query) =>
      call('profiles', { body: { ...filter, ...cursor(query.pageParam) }, ...readOptions(query) }),
    ...pageByPage,
  });
}

/** The users to whom a job can be assigned (staff). */
export function employeesQuery() {
  return queryOptions({
    queryKey: keys.employees(),
    queryFn: (query) => call('employees', { body: {}, ...readOptions(query) }),
    staleTime: 5 * 60_000,
  });
}

/** Counts over the jobs of one user. */
export function userStatsQuery(email: string) {
  return queryOptions({
    queryKey: keys.userStats(email),
    queryFn: (query) => call('userStats', { params: { email }, ...readOptions(query) }),
  });
}

/** Counts over all jobs (staff). */
export function statsQuery() {
  return queryOptions({
    queryKey: keys.stats(),
    queryFn: (query) => call('stats', readOptions(query)),
  });
}
