import {
  infiniteQueryOptions,
  type Query,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
  queryOptions,
  replaceEqualDeep,
} from '@tanstack/react-query';
import type { RequestOf } from '../contract/calls.ts';
import type { JobStatus } from '../contract/enums.ts';
import { cachedSince, passCachedSince } from './cachedSince.ts';
import { call } from './client.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Shares what stayed the same, as queries do by default, and dates it by the newer read. */
export function shareDated(before: unknown, now: unknown): unknown {
  const shared = replaceEqualDeep(before, now);
  passCachedSince(now, shared);
  return shared;
}

/** Data of a cached response is as old as the response, and to be read again. */
function dateByCache(_data: unknown, query: Pick<Query<unknown, unknown>, 'state' | 'setState'>): void {
  const since = cachedSince(query.state.data);
  if (since !== undefined) query.setState({ dataUpdatedAt: since, isInvalidated: true });
}

/** Holds what the server said; cleared whenever another person signs in. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onSuccess: dateByCache }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: dayMs,
      // "Offline" as the browser tells it is a hint only: try, then say what happened.
      networkMode: 'offlineFirst',
      structuralSharing: shareDated,
      // The client repeats reads, by one rule for all of them.
      retry: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

type Without<T, K extends string> = Omit<T & object, K>;
export type SearchFilter = Without<RequestOf<'searchJobs'>, 'startAfter'>;
export type InboxFilter = Without<RequestOf<'allMessages'>, 'username' | 'startAfter'>;
export type ProfilesFilter = Without<RequestOf<'profiles'>, 'startAfter'>;

/** The key of every read; each begins with the name of its call, so `[name]` invalidates all of them. */
export const keys = {
  jobs: (email: string, statues?: readonly JobStatus[]) => ['jobs', email, statues ?? []] as const,
  search: (search: SearchFilter, email: string) => ['searchJobs', email, search] as const,
  job: (jobId: string) => ['job', jobId] as const,
  conversation: (jobId: string) => ['conversation', jobId] as const,
  newest: (jobId: string) => ['newestMessages', jobId] as const,
  inbox: (email: string, filter: InboxFilter) => ['allMessages', email, filter] as const,
  profile: (email: string) => ['profile', email] as const,
  profiles: (filter: ProfilesFilter) => ['profiles', filter] as const,
  employees: () => ['employees'] as const,
  userStats: (email: string) => ['userStats', email] as const,
  stats: () => ['stats'] as const,
  notifications: (email: string) => ['notifications', email] as const,
  ownErasure: () => ['ownErasure'] as const,
};

/**
 * Whether a query may be read again unasked: what is no list, and a list while it is short. Each page of a list is a
 * request, one after the other.
 */
export function isShort(query: { state: { data?: unknown } }): boolean {
  const { data } = query.state;
  if (typeof data !== 'object' || data === null || !('pages' in data)) return true;
  return !Array.isArray(data.pages) || data.pages.length <= 4;
}

/** How a query is read: where something is shown already, an older copy would take news away. */
export function reading({
  client,
  queryKey,
  signal,
  pageParam,
}: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'> & { pageParam?: unknown }) {
  const data = client.getQueryData<unknown>(queryKey);
  const pages = typeof data === 'object' && data !== null && 'pageParams' in data ? data.pageParams : null;
  return { signal, fresh: Array.isArray(pages) ? pages.includes(pageParam) : data !== undefined };
}

/** Of every list: where it begins, where it goes on, and when it may be read again. */
const pageByPage = {
  // Not `undefined`, which a query that is kept as JSON would come back without.
  initialPageParam: null as string | null,
  getNextPageParam: (page: { startAfter: string | null }) => page.startAfter ?? undefined,
  refetchOnMount: isShort,
  refetchOnWindowFocus: isShort,
  refetchOnReconnect: isShort,
};

function from(startAfter: string | null) {
  return startAfter === null ? {} : { startAfter };
}

/** Jobs the reader may see, newest first, page by page; `statues` (the wire's spelling) narrows by status. */
export function jobsQuery(email: string, statues?: readonly JobStatus[]) {
  return infiniteQueryOptions({
    queryKey: keys.jobs(email, statues),
    queryFn: (query) =>
      call('jobs', {
        body: { username: email, ...(statues ? { statues: [...statues] } : {}), ...from(query.pageParam) },
        ...reading(query),
      }),
    ...pageByPage,
  });
}

/** Jobs that fit a search, page by page. `email` is the reader's: two readers find different jobs. */
export function searchQuery(search: SearchFilter, email = '') {
  return infiniteQueryOptions({
    queryKey: keys.search(search, email),
    queryFn: (query) =>
      call('searchJobs', { body: { ...search, ...from(query.pageParam) }, ...reading(query) }),
    ...pageByPage,
  });
}

/** One job with its files and history. */
export function jobQuery(jobId: string) {
  return queryOptions({
    queryKey: keys.job(jobId),
    queryFn: (query) => call('job', { params: { jobId }, ...reading(query) }),
  });
}

/** Messages over all jobs of the reader, page by page. */
export function inboxQuery(email: string, filter: InboxFilter) {
  return infiniteQueryOptions({
    queryKey: keys.inbox(email, filter),
    queryFn: (query) =>
      call('allMessages', {
        body: { ...filter, username: email, ...from(query.pageParam) },
        ...reading(query),
      }),
    ...pageByPage,
  });
}

export function profileQuery(email: string) {
  return queryOptions({
    queryKey: keys.profile(email),
    queryFn: (query) => call('profile', { params: { email }, ...reading(query) }),
  });
}

/** Profiles for the users' listing (staff), page by page. */
export function profilesQuery(filter: ProfilesFilter) {
  return infiniteQueryOptions({
    queryKey: keys.profiles(filter),
    queryFn: (query) =>
      call('profiles', { body: { ...filter, ...from(query.pageParam) }, ...reading(query) }),
    ...pageByPage,
  });
}

/** Everybody a job can be assigned to (staff). */
export function employeesQuery() {
  return queryOptions({
    queryKey: keys.employees(),
    queryFn: (query) => call('employees', { body: {}, ...reading(query) }),
    staleTime: 5 * 60_000,
  });
}

/** Counts over one person's jobs. */
export function userStatsQuery(email: string) {
  return queryOptions({
    queryKey: keys.userStats(email),
    queryFn: (query) => call('userStats', { params: { email }, ...reading(query) }),
  });
}

/** Counts over all jobs (staff). */
export function statsQuery() {
  return queryOptions({
    queryKey: keys.stats(),
    queryFn: (query) => call('stats', reading(query)),
  });
}
