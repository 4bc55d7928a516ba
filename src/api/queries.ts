import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '../contract/calls.ts';
import type { JobStatus } from '../contract/enums.ts';
import { call } from './client.ts';
import { dateByRequest, readOptions } from './requestDates.ts';

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
  comparisons: (jobId: string) => ['comparisons', jobId] as const,
  newest: (jobId: string) => ['newestMessages', jobId] as const,
  inbox: (email: string, filter: InboxFilter) => ['allMessages', email, filter] as const,
  profile: (email: string) => ['profile', email] as const,
  profiles: (filter: ProfilesFilter) => ['profiles', filter] as const,
  employees: () => ['employees'] as const,
  userStats: (email: string) => ['userStats', email] as const,
  stats: () => ['stats'] as const,
  notifications: (email: string) => ['notifications', email] as const,
  savedReplies: () => ['savedReplies'] as const,
  savedViews: () => ['savedViews'] as const,
  checklists: () => ['checklists'] as const,
  ownErasure: () => ['ownErasure'] as const,
};

/** Whether a query may be refetched automatically: not a long list, whose pages are requested one after the other. */
export function mayRefetch(query: { state: { data?: unknown } }): boolean {
  const { data } = query.state;
  if (typeof data !== 'object' || data === null || !('pages' in data)) return true;
  return !Array.isArray(data.pages) || data.pages.length <= 4;
}

/** The paging of every list. */
const pageByPage = {
  // Not `undefined`, which a persisted query loses in JSON.
  initialPageParam: null as string | null,
  getNextPageParam: (page: { startAfter: string | null }) => page.startAfter ?? undefined,
  refetchOnMount: mayRefetch,
  refetchOnWindowFocus: mayRefetch,
  refetchOnReconnect: mayRefetch,
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

/** Counts over the jobs of one user, read again as often as asked, and once something that was put off comes back. */
export function userStatsQuery(email: string, everyMs = 0) {
  return queryOptions({
    queryKey: keys.userStats(email),
    queryFn: (query) => call('userStats', { params: { email }, ...readOptions(query) }),
    refetchInterval: ({ state: { data, error } }) =>
      Math.min(everyMs, (error ? 0 : (data?.wakesIn ?? 0) * 1000) || everyMs),
  });
}

/** Counts over all jobs (staff). */
export function statsQuery() {
  return queryOptions({
    queryKey: keys.stats(),
    queryFn: (query) => call('stats', readOptions(query)),
  });
}
