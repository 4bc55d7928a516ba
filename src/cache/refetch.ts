import type { Query, QueryKey } from '@tanstack/react-query';
import { keys, mayRefetch, queryClient } from '../api/queries.ts';
import type { JobDetails } from '../contract/jobs/jobDetails.ts';
import { coalesced, throttle } from './throttle.ts';

/** Which queries a change invalidates, and when those on screen are refetched. */

/** Invalidates queries, and refetches those on screen when `schedule` says so. */
export function invalidate(queryKeys: readonly QueryKey[], schedule: (refetch: () => void) => void): void {
  for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  schedule(() => {
    for (const queryKey of queryKeys) void queryClient.refetchQueries({ queryKey, type: 'active' });
  });
}

/** What a message changes beside its conversation and its job. */
const answerNames = ['allMessages', 'userStats', 'stats'];
const listNames = [...answerNames, 'jobs', 'searchJobs', 'jobCounts'];

/** Marks all lists and counts as outdated, and refetches some of those on screen. A long list waits until the user asks for it. */
function refetchNamed(names: readonly string[]): void {
  for (const name of listNames) void queryClient.invalidateQueries({ queryKey: [name], refetchType: 'none' });
  for (const name of names)
    void queryClient.refetchQueries({ queryKey: [name], type: 'active', predicate: mayRefetch });
}

/** Refetches the lists and counts on screen that a change of jobs may concern. */
export function refetchLists(): void {
  throttle('lists', () => refetchNamed(listNames));
}

const soonMs = 300;
/**
 * Interval between refetches: the outbox delivers several changes a second while it drains, and a refetch after each would take the
 * connection from it.
 */
const restMs = 3000;

/** Refetches the lists once for several changes. */
export const refetchListsSoon = coalesced(refetchLists, soonMs, restMs);

/** Refetches the inbox and the counts once for several messages. No list of jobs: a message changes neither its rows nor their order. */
export const refetchAnswersSoon = coalesced(() => refetchNamed(answerNames), soonMs, restMs);

/** The queries that are read once more after their first read. */
const rereads = new WeakSet<Query>();

function isFirstRead({ state }: Query): boolean {
  return state.data === undefined && state.fetchStatus === 'fetching';
}

/** Refetches a query. Its first read in flight goes on, and is followed by another: its response may be older than the change. */
function refetchChanged(queryKey: QueryKey): void {
  const query = queryClient.getQueryCache().find({ queryKey });
  const isFirst = query !== undefined && isFirstRead(query);
  const read = queryClient.invalidateQueries({ queryKey });
  if (!isFirst || rereads.has(query)) return;
  rereads.add(query);
  void read.then(() => {
    rereads.delete(query);
    return queryClient.invalidateQueries({ queryKey });
  });
}

/** Refetches a job, what is written on it, and the jobs in its chain of revisions. */
export function refetchJob(jobId: string): void {
  for (const queryKey of [
    keys.job(jobId),
    keys.conversation(jobId),
    keys.staffNotes(jobId),
    keys.comparisons(jobId),
  ])
    refetchChanged(queryKey);
  const listsIt = ({ state }: Query) =>
    (state.data as JobDetails | undefined)?.revisions.some((one) => one.jobId === jobId) ?? false;
  void queryClient.invalidateQueries({ queryKey: ['job'], predicate: listsIt });
}

/** Refetches the other jobs in a chain of revisions: each lists the others with their status. */
export function refetchRevisions({ jobId, revisions }: JobDetails): void {
  for (const revision of revisions)
    if (revision.jobId !== jobId) void queryClient.invalidateQueries({ queryKey: keys.job(revision.jobId) });
}

/** Refetches the lists of users. */
export function refetchUsers(): void {
  for (const name of ['profiles', 'employees', 'erasuresAsked', 'audit', 'invitations'])
    void queryClient.invalidateQueries({ queryKey: [name] });
}

/** Refetches old queries: those on screen now, others when they are opened. */
export function refetchAll(isOld: (query: Query) => boolean): void {
  const unsure = { type: 'active', predicate: (query: Query) => isOld(query) && isFirstRead(query) } as const;
  for (const { queryKey } of queryClient.getQueryCache().findAll(unsure)) refetchChanged(queryKey);
  void queryClient.invalidateQueries({ refetchType: 'none', predicate: isOld });
  // Restarts fetches in flight, whose connection may have died silently.
  void queryClient.refetchQueries({
    type: 'active',
    predicate: (query: Query) => isOld(query) && mayRefetch(query),
  });
}

/** Delay of the refetch after a gap: events that are about to arrive come first, so that nothing is fetched twice. */
const settledMs = 1000;

const gaps = new Set<ReturnType<typeof setTimeout>>();

/** Cancels what is pending for a user who has signed out. */
export function cancelRefetches(): void {
  for (const timer of gaps) clearTimeout(timer);
  gaps.clear();
}

/** Refetches, a moment later, what was requested until now and is old then. */
export function refetchAfterGap(isOld: (query: Query) => boolean): void {
  const all = queryClient.getQueryCache().findAll();
  const requested = new Set(
    all.filter(({ state }) => state.data !== undefined || state.fetchStatus !== 'idle'),
  );
  const isUnsure = (query: Query) => requested.has(query) && isOld(query);
  const timer = setTimeout(async () => {
    gaps.delete(timer);
    // A first fetch in flight is restarted only if it is cancelled.
    await queryClient.cancelQueries({
      type: 'active',
      predicate: (query) => isUnsure(query) && query.state.data === undefined,
    });
    refetchAll(isUnsure);
  }, settledMs);
  gaps.add(timer);
}
