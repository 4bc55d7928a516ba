import type { InfiniteData } from '@tanstack/react-query';
import { passMarks } from '../api/keptSince.ts';
import { keys, queryClient } from '../api/queries.ts';
import type { JobDetails } from '../contract/jobDetails.ts';
import type { Message } from '../contract/message.ts';
import type { Profile } from '../contract/user.ts';
import { refreshListedJob, refreshListsSoon, showJob } from './lists.ts';
import { notTooOften } from './notTooOften.ts';

/** What a change, made here or told of, changes in what the app has read. Only the outbox writes here. */

type Page<T> = { items: T[]; startAfter: string | null };

/** Puts a message in its conversation's order: by time, then by the server's sequence. */
function withMessage(messages: readonly Message[], message: Message): Message[] {
  return [...messages.filter((other) => other.communicationId !== message.communicationId), message].sort(
    (a, b) => a.createdTimestamp - b.createdTimestamp || a.sequence - b.sequence,
  );
}

/** The reading of a conversation, and that of its newest messages, which are shown until the whole is here. */
function readingsOf(jobId: string) {
  return [keys.conversation(jobId), keys.newest(jobId)];
}

/**
 * Shows a message in its place, where its conversation is known; what is shown grows no younger by it. A reading that began before
 * the message was there would take it off the screen again, so it ends here.
 */
export async function showMessage(jobId: string, message: Message): Promise<void> {
  for (const queryKey of readingsOf(jobId)) {
    await queryClient.cancelQueries({ queryKey });
    const state = queryClient.getQueryState<Message[]>(queryKey);
    if (state?.data) put(queryKey, withMessage(state.data, message), state.dataUpdatedAt);
  }
}

/** A message was accepted: it shows at once, and the conversation is fetched again (§7). */
export async function messageSent(jobId: string, message: Message | null, job: JobDetails): Promise<void> {
  const queryKey = keys.conversation(jobId);
  if (message) await showMessage(jobId, message);
  queryClient.setQueryData(keys.job(jobId), job);
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  notTooOften(`conversation ${jobId}`, () => void queryClient.refetchQueries({ queryKey, type: 'active' }));
  showJob(job);
  refreshListsSoon();
}

/** A message arrived, but nobody here has the answer: all that shows it is read again. */
export function messageArrived(jobId: string): void {
  void queryClient.invalidateQueries({ queryKey: keys.conversation(jobId) });
  void queryClient.invalidateQueries({ queryKey: keys.job(jobId) });
  refreshListsSoon();
}

type Status = Message['status'];

/** Wherever these messages are shown, they show these states; what is shown grows no younger by it. */
export function showMarks(targets: ReadonlyMap<string, Status>): void {
  if (targets.size === 0) return;
  const marked = <M extends Message>(message: M): M => {
    const status = targets.get(message.communicationId);
    return status === undefined || status === message.status ? message : { ...message, status };
  };
  const cache = queryClient.getQueryCache();
  const conversations = ['conversation', 'newestMessages'].flatMap((name) =>
    cache.findAll({ queryKey: [name] }),
  );
  for (const { queryKey, state } of conversations) {
    const known = state.data as Message[] | undefined;
    const next = known?.map(marked);
    if (known && isChanged(known, next)) put(queryKey, next, state.dataUpdatedAt);
  }
  for (const { queryKey, state } of cache.findAll({ queryKey: ['allMessages'] })) {
    const known = state.data as InfiniteData<Page<Message>> | undefined;
    const pages = known?.pages.map((page) => ({ ...page, items: page.items.map(marked) }));
    const isSame = known?.pages.every((page, at) => !isChanged(page.items, pages?.[at]?.items)) ?? true;
    if (!isSame) put(queryKey, { ...known, pages }, state.dataUpdatedAt);
  }
}

function isChanged(before: readonly unknown[], after: readonly unknown[] | undefined): boolean {
  return before.some((one, at) => one !== after?.[at]);
}

function put(queryKey: readonly unknown[], data: unknown, updatedAt: number): void {
  const before = queryClient.getQueryState(queryKey);
  const wasInvalidated = before?.isInvalidated ?? false;
  passMarks(before?.data, queryClient.setQueryData(queryKey, data, { updatedAt }));
  if (wasInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** Stops readings under way that would bring back the state from before a mark. A conversation's first begins anew. */
export async function holdReadings(jobId: string): Promise<void> {
  const held = [...readingsOf(jobId), ['allMessages']];
  await Promise.all(held.map((queryKey) => queryClient.cancelQueries({ queryKey })));
  beginFirst(jobId);
}

/** Begins the reading of a conversation that is shown and was not read yet. */
export function beginFirst(jobId: string): void {
  void queryClient.refetchQueries({
    queryKey: keys.conversation(jobId),
    type: 'active',
    predicate: ({ state }) => state.data === undefined,
  });
}

/** Marks of a job's messages arrived, or were given up: what shows them is read again. */
export function messageMarked(jobId: string): void {
  void queryClient.invalidateQueries({ queryKey: keys.conversation(jobId) });
  void refreshListedJob(jobId);
  refreshListsSoon();
}

/** A job was reported or changed: its page and its row show the answer at once; the lists are read again soon. */
export function jobWritten(job: JobDetails): void {
  jobChanged(job);
  refreshListsSoon();
}

/** A job was changed, and lists need not be read again, because more changes follow. */
export function jobChanged(job: JobDetails): void {
  queryClient.setQueryData(keys.job(job.jobId), job);
  void queryClient.invalidateQueries({ queryKey: keys.conversation(job.jobId) });
  // The pages of the jobs it revises, or that revise it, tell of it too.
  for (const { jobId } of job.revisions) {
    if (jobId !== job.jobId) void queryClient.invalidateQueries({ queryKey: keys.job(jobId) });
  }
  showJob(job);
}

/** A job was reported or changed, but nobody here has the answer. `jobId` is empty where the job is not known. */
export function jobArrived(jobId: string): void {
  if (jobId) {
    for (const queryKey of [keys.job(jobId), keys.conversation(jobId)]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }
  refreshListsSoon();
}

/** A profile changed: its page shows the answer at once, the listings are read again. */
export function profileChanged(profile: Profile): void {
  queryClient.setQueryData(keys.profile(profile.email), profile);
  peopleChanged();
}

/** Who is listed may have changed. */
export function peopleChanged(): void {
  for (const name of ['profiles', 'employees', 'erasuresAsked', 'audit'])
    void queryClient.invalidateQueries({ queryKey: [name] });
}
