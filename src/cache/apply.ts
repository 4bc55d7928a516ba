import type { Query, QueryCacheNotifyEvent } from '@tanstack/react-query';
import { jobQuery, keys, mayRefetch, queryClient } from '../api/queries.ts';
import type { JobDetails } from '../contract/jobs/jobDetails.ts';
import type { Notifications } from '../contract/users/notifications.ts';
import { onServerTime } from '../timing.ts';
import type { Change } from './change.ts';
import { isNewer, type KnownChange, patched } from './patch.ts';
import {
  cancelRefetches,
  invalidate,
  refetchAfterGap,
  refetchAll,
  refetchAnswersSoon,
  refetchJob,
  refetchLists,
  refetchListsSoon,
  refetchRevisions,
  refetchUsers,
} from './refetch.ts';
import { debounce, throttle } from './throttle.ts';

/** How long changes are laid over reads that began before them: longer than any read takes. */
const recentMs = 10 * 60_000;

/** Confirmed changes with the time of their arrival (milliseconds since 1970), oldest first. */
const recent: { at: number; change: KnownChange }[] = [];

/** Brings the query cache up to date. Idempotent, and independent of the order in which responses and events arrive. */
export function apply(change: Change): void {
  switch (change.kind) {
    case 'message-created':
      confirm({ ...change, message: withConfirmedStatus(change.message) });
      if (change.job) refetchAnswersSoon();
      else refetchMessages(change.jobId, debounce);
      break;
    case 'message-status':
      confirm(change);
      refetchMessages(change.jobId, debounce);
      break;
    case 'snoozed':
      confirm(change);
      refetchListsSoon();
      break;
    case 'note-created': {
      const { jobId } = change;
      confirm(change);
      // The job has their number.
      invalidate([keys.staffNotes(jobId), keys.job(jobId)], (refetch) =>
        throttle(`notes of ${jobId}`, refetch),
      );
      break;
    }
    case 'messages-outdated':
      invalidate([keys.conversation(change.jobId)], (refetch) =>
        throttle(`conversation ${change.jobId}`, refetch),
      );
      refetchMessages(change.jobId, throttle);
      break;
    case 'job-created':
    case 'job-changed':
      confirm(change);
      void queryClient.invalidateQueries({ queryKey: keys.conversation(change.job.jobId) });
      refetchRevisions(change.job);
      refetchListsSoon();
      break;
    case 'job-outdated':
      throttle(`job ${change.jobId}`, () => refetchOutdated(change.jobId));
      break;
    case 'rows-changed':
      queryClient.setQueryData<unknown>(keys[change.of](), change.rows);
      break;
    case 'profile-changed': {
      const isNews = JSON.stringify(change.profile) !== JSON.stringify(profileOf(change.profile.email));
      confirm(change);
      if (isNews) throttle('people', refetchUsers);
      break;
    }
    case 'people-outdated': {
      const { email } = change;
      if (email !== undefined)
        void queryClient.invalidateQueries({ queryKey: email === null ? ['profile'] : keys.profile(email) });
      throttle('people', refetchUsers);
      break;
    }
    case 'user-erased':
      queryClient.removeQueries({ queryKey: keys.profile(change.email) });
      refetchUsers();
      break;
    case 'lists-outdated':
      if (change.when === 'now') refetchLists();
      else refetchListsSoon();
      break;
    case 'notifications-changed':
      queryClient.setQueryData<Notifications | null>(
        keys.notifications(change.email),
        (known) => known && change.change(known),
      );
      break;
    case 'notifications-outdated':
      void queryClient.invalidateQueries({ queryKey: keys.notifications(change.email) });
      break;
    case 'deletion-requested':
      queryClient.setQueryData(keys.ownErasure(), change.wish);
      break;
    case 'gap':
      refetchAfterGap(change.isOld);
      break;
    case 'reset': {
      const { readBefore = Number.POSITIVE_INFINITY } = change;
      refetchAll(({ state }) => state.dataUpdatedAt <= readBefore);
      break;
    }
    case 'rights-lost':
      forget();
      void queryClient.resetQueries();
      break;
    case 'signed-out':
      forget();
      queryClient.clear();
      break;
  }
}

/** Refetches what shows a job, or without one what shows no job. */
function refetchOutdated(jobId: string): void {
  if (jobId) {
    refetchJob(jobId);
    void refetchRow(jobId);
  } else {
    for (const queryKey of [keys.checklists(), keys.savedReplies(), keys.savedViews()])
      void queryClient.invalidateQueries({ queryKey });
  }
  refetchListsSoon();
}

/** Cancels what is pending, and forgets the changes that would be laid over later reads. */
function forget(): void {
  cancelRefetches();
  recent.length = 0;
  void queryClient.cancelQueries();
}

/** Applies a change to all cached queries, and remembers it for reads that began before it. */
function confirm(change: KnownChange): void {
  const at = Date.now();
  while (recent[0] && Math.abs(at - recent[0].at) >= recentMs) recent.shift();
  recent.push({ at, change });
  for (const query of queryClient.getQueryCache().findAll()) patchQuery(query, [change]);
  // A whole job or profile is as good as a read.
  if (change.kind === 'profile-changed')
    queryClient.setQueryData(keys.profile(change.profile.email), change.profile);
  const job = 'job' in change ? change.job : undefined;
  if (job) {
    const known = queryClient.getQueryData<JobDetails>(keys.job(job.jobId));
    if (!known || isNewer(known, job)) queryClient.setQueryData(keys.job(job.jobId), job);
  }
}

function withConfirmedStatus(message: Extract<KnownChange, { kind: 'message-created' }>['message']) {
  const last = recent.findLast(
    ({ change }) => change.kind === 'message-status' && change.communicationId === message.communicationId,
  );
  return last?.change.kind === 'message-status' ? { ...message, status: last.change.status } : message;
}

/** Patches the data of a query. Preserves `dataUpdatedAt` and `isInvalidated`. */
function patchQuery(query: Query, changes: readonly KnownChange[]): void {
  const { queryKey, state } = query;
  if (state.data === undefined) return;
  const data = changes.reduce((before, change) => patched(queryKey, before, change), state.data as unknown);
  if (data === state.data) return;
  const { isInvalidated, dataUpdatedAt } = state;
  queryClient.setQueryData(queryKey, data, { updatedAt: dataUpdatedAt });
  if (isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/**
 * Adds to the result of a read the changes that were confirmed while it was under way. Runs in the task that stores the result, so that
 * no screen shows it without them.
 */
function onCacheEvent(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return;
  const { query, action } = event;
  if (action.type !== 'success' || action.manual) return;
  const now = Date.now();
  // One in the future came before the clock was set back, and so before this read.
  const isLater = (at: number) => at >= query.state.dataUpdatedAt && at <= now;
  const later = recent.flatMap(({ at, change }) => (isLater(at) ? change : []));
  if (later.length > 0) patchQuery(query, later);
}

queryClient.getQueryCache().subscribe(onCacheEvent);

/** Takes nothing for fresh that was read before the clock was set back. */
onServerTime(
  () => void queryClient.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt > Date.now() }),
);

function profileOf(email: string): unknown {
  return queryClient.getQueryData(keys.profile(email));
}

/** Refetches what counts the messages of a job. The conversation has each that is known, and is not read again for it. */
function refetchMessages(jobId: string, schedule: typeof throttle): void {
  invalidate([keys.job(jobId)], (refetch) =>
    schedule(`messages of ${jobId}`, () => {
      refetch();
      void refetchRow(jobId, () => true);
    }),
  );
  refetchAnswersSoon();
}

/** Brings the rows of a job up to date by reading it, those of lists that are not read again for it: by default the long ones. */
async function refetchRow(
  jobId: string,
  isOf: (list: Query) => boolean = (list) => !mayRefetch(list),
): Promise<void> {
  const lists = queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ queryKey: [name] }) => name === 'jobs' || name === 'searchJobs',
  });
  const listsIt = lists.some((query) => {
    const { data } = query.state as { data?: { pages: readonly { items: readonly { jobId: string }[] }[] } };
    return isOf(query) && data?.pages.some(({ items }) => items.some((job) => job.jobId === jobId));
  });
  if (!listsIt) return;
  const job = await queryClient.fetchQuery({ ...jobQuery(jobId), staleTime: 0 }).catch(() => undefined);
  if (job) for (const query of lists) patchQuery(query, [{ kind: 'job-changed', job }]);
}
