import type { InfiniteData } from '@tanstack/react-query';
import { keys, queryClient } from '../api/queries.ts';
import type { JobDetails } from '../contract/job.ts';
import type { Message } from '../contract/message.ts';
import type { Profile } from '../contract/user.ts';
import { refreshListedJob, refreshLists, showJob } from './lists.ts';

/** What a write changes in what the app has read. Only the door (`send.ts`) writes here. */

type Page<T> = { items: T[]; startAfter: string | null };

/** Puts a message in its conversation's order: by time, then by the server's sequence. */
function withMessage(messages: readonly Message[], message: Message): Message[] {
  return [...messages.filter((other) => other.communicationId !== message.communicationId), message].sort(
    (a, b) => a.createdTimestamp - b.createdTimestamp || a.sequence - b.sequence,
  );
}

/** A message was accepted: it shows at once, and the conversation is fetched again (§7). */
export async function messageSent(jobId: string, message: Message | null, job: JobDetails): Promise<void> {
  const queryKey = keys.conversation(jobId);
  // A reading that began before the message was accepted would take it off the screen again.
  await queryClient.cancelQueries({ queryKey });
  if (message) {
    queryClient.setQueryData<Message[]>(queryKey, (known) => known && withMessage(known, message));
  }
  queryClient.setQueryData(keys.job(jobId), job);
  void queryClient.invalidateQueries({ queryKey });
  showJob(job);
  refreshLists();
}

/** A message was marked, or is taken to be: wherever it is shown, it shows `status`. */
export function showMark(jobId: string, communicationId: string, status: Message['status']): void {
  const marked = (message: Message) =>
    message.communicationId === communicationId ? { ...message, status } : message;
  queryClient.setQueryData<Message[]>(keys.conversation(jobId), (known) => known?.map(marked));
  queryClient.setQueriesData<InfiniteData<Page<Message>>>(
    { queryKey: ['allMessages'] },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, items: page.items.map(marked) })),
      },
  );
}

/** Stops readings under way that would bring back the status from before a mark. */
export async function holdReadings(jobId: string): Promise<void> {
  await Promise.all([
    queryClient.cancelQueries({ queryKey: keys.conversation(jobId) }),
    queryClient.cancelQueries({ queryKey: ['allMessages'] }),
  ]);
}

export function messageMarked(jobId: string): void {
  void queryClient.invalidateQueries({ queryKey: keys.conversation(jobId) });
  void refreshListedJob(jobId);
  refreshLists();
}

/** A job was reported or changed: its page and its row show the answer at once; the lists are read again. */
export function jobWritten(job: JobDetails): void {
  jobChanged(job);
  refreshLists();
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

/** A profile changed: its page shows the answer at once, the listings are read again. */
export function profileChanged(profile: Profile): void {
  queryClient.setQueryData(keys.profile(profile.email), profile);
  peopleChanged();
}

/** Who is listed may have changed. */
export function peopleChanged(): void {
  for (const name of ['profiles', 'employees']) void queryClient.invalidateQueries({ queryKey: [name] });
}
