import type { Query, QueryKey } from '@tanstack/react-query';
import { isShort, keys, queryClient } from '../api/queries.ts';
import type { JobDetails } from '../contract/jobDetails.ts';
import { spaced, throttle } from './throttle.ts';

/** Which queries a change outdates, and when those on screen are read again: the parts of `apply`, and a refresh by hand. */

/** Declares queries outdated; those on screen are read again when `schedule` says so. */
export function outdate(queryKeys: readonly QueryKey[], schedule: (refetch: () => void) => void): void {
  for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  schedule(() => {
    for (const queryKey of queryKeys) void queryClient.refetchQueries({ queryKey, type: 'active' });
  });
}

const listNames = ['allMessages', 'jobs', 'searchJobs', 'userStats', 'stats'];

/**
 * Reads again the lists and counts on screen that a change of messages or jobs may have moved. A long list is hundreds of requests,
 * so it stays until the user asks for it.
 */
export function refetchLists(): void {
  for (const name of listNames) void queryClient.invalidateQueries({ queryKey: [name], refetchType: 'none' });
  throttle('lists', () => {
    for (const name of listNames)
      void queryClient.refetchQueries({ queryKey: [name], type: 'active', predicate: isShort });
  });
}

const soonMs = 300;
/** A queue that drains brings several changes a second; reading after each would take the connection from the sending. */
const restMs = 3000;

/** Does what `refetchLists` does, once for all changes of a moment. */
export const refetchListsSoon = spaced(refetchLists, soonMs, restMs);

/** Reads the job lists on screen again from their first page, and the counts with them. */
export async function restartJobLists(): Promise<void> {
  for (const name of ['jobs', 'searchJobs']) {
    queryClient.setQueriesData<{ pages: unknown[]; pageParams: unknown[] }>(
      { queryKey: [name], type: 'active' },
      (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
    );
  }
  await Promise.all(
    ['jobs', 'searchJobs', 'stats', 'userStats'].map((name) =>
      queryClient.refetchQueries({ queryKey: [name], type: 'active' }),
    ),
  );
}

/** Reads a job and its conversation again. */
export function refetchJob(jobId: string): void {
  for (const queryKey of [keys.job(jobId), keys.conversation(jobId)])
    void queryClient.invalidateQueries({ queryKey });
  const listsIt = ({ state }: Query) =>
    (state.data as JobDetails | undefined)?.revisions.some((one) => one.jobId === jobId) ?? false;
  void queryClient.invalidateQueries({ queryKey: ['job'], predicate: listsIt });
}

/** Reads again the jobs that a job revises and those that revise it: each lists the others with their status. */
export function refetchRevisions({ jobId, revisions }: JobDetails): void {
  for (const revision of revisions)
    if (revision.jobId !== jobId) void queryClient.invalidateQueries({ queryKey: keys.job(revision.jobId) });
}

/** Reads again who is listed. */
export function refetchPeople(): void {
  for (const name of ['profiles', 'employees', 'erasuresAsked', 'audit'])
    void queryClient.invalidateQueries({ queryKey: [name] });
}

/** Reads again what is old: at once where it is on screen, when it is opened where it is not. */
export function refetchAll(isOld: (query: Query) => boolean): void {
  void queryClient.invalidateQueries({ refetchType: 'none', predicate: isOld });
  // A read under way is begun anew: its connection may have died silently.
  void queryClient.refetchQueries({
    type: 'active',
    predicate: (query: Query) => isOld(query) && isShort(query),
  });
}

/** Events that are about to arrive come first, so that nothing is read twice. */
const settledMs = 1000;

const gaps = new Set<ReturnType<typeof setTimeout>>();

/** Forgets what was put off for a user who is gone. */
export function endRefetches(): void {
  for (const timer of gaps) clearTimeout(timer);
  gaps.clear();
}

/** Reads again, a moment later, everything that was requested until now. */
export function refetchGap(): void {
  const all = queryClient.getQueryCache().findAll();
  const unsure = new Set(all.filter(({ state }) => state.data !== undefined || state.fetchStatus !== 'idle'));
  const timer = setTimeout(async () => {
    gaps.delete(timer);
    // Without data to go back to, a read under way is not begun anew unless it is cancelled first.
    await queryClient.cancelQueries({
      type: 'active',
      predicate: (query) => unsure.has(query) && query.state.data === undefined,
    });
    refetchAll((query) => unsure.has(query));
  }, settledMs);
  gaps.add(timer);
}
