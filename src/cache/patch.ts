import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import * as v from 'valibot';
import type { StaffNotes } from '../api/readNotes.ts';
import { Job } from '../contract/jobs/job.ts';
import type { JobDetails } from '../contract/jobs/jobDetails.ts';
import type { InboxMessage, Message } from '../contract/messages/message.ts';
import type { StaffNote } from '../contract/messages/note.ts';
import type { Profile } from '../contract/users/user.ts';

/** A confirmed change with its content. */
export type KnownChange =
  /** `job` is the job after it, if the response contains it. */
  | { kind: 'message-created'; jobId: string; message: Message; job?: JobDetails }
  | { kind: 'message-status'; jobId: string; communicationId: string; status: Message['status'] }
  /** The user has put off the conversation of a job; 0: no more. */
  | { kind: 'snoozed'; jobId: string; until: number }
  | { kind: 'note-created'; jobId: string; note: StaffNote }
  | { kind: 'job-created'; job: JobDetails }
  | { kind: 'job-changed'; job: JobDetails }
  | { kind: 'profile-changed'; profile: Profile };

type Pages<T> = InfiniteData<{ items: T[]; startAfter: string | null }>;

/** Whether a job replaces the cached one: by its version, and within a version by its time. */
export function isNewer(shown: Job, job: Job): boolean {
  if (shown.version !== job.version) return job.version > shown.version;
  return job.updatedTimestamp >= shown.updatedTimestamp;
}

/**
 * Inserts a message by its sequence, as the server orders them: two servers may disagree about the second. One that is there already never
 * changes.
 */
function withMessage(messages: readonly Message[], message: Message): readonly Message[] {
  if (messages.some(({ communicationId }) => communicationId === message.communicationId)) return messages;
  const before = messages.findLastIndex(({ sequence }) => sequence < message.sequence);
  return messages.toSpliced(before + 1, 0, message);
}

/** Inserts a staff note among the others, newest first; one that is there already never changes. */
function withNote(notes: StaffNotes, note: StaffNote): StaffNotes {
  if (notes.items.some(({ noteId }) => noteId === note.noteId)) return notes;
  return { ...notes, items: [...notes.items, note].sort((a, b) => b.sequence - a.sequence) };
}

/** Replaces one item. Lists and pages without it stay the same object, so that their rows are not rendered again. */
function withItem<T>(items: T[], isIt: (item: T) => boolean, next: (item: T) => T): T[] {
  const at = items.findIndex(isIt);
  const item = items[at];
  const replaced = item && next(item);
  return replaced === undefined || replaced === item ? items : items.with(at, replaced);
}

function inPages<T>(list: Pages<T>, change: (items: T[]) => T[]): Pages<T> {
  const pages = list.pages.map((page) => {
    const items = change(page.items);
    return items === page.items ? page : { ...page, items };
  });
  return pages.every((page, at) => page === list.pages[at]) ? list : { ...list, pages };
}

function withStatus<M extends Message>(
  messages: M[],
  { communicationId, status }: Extract<KnownChange, { kind: 'message-status' }>,
): M[] {
  return withItem(
    messages,
    (message) => message.communicationId === communicationId,
    (message) => (message.status === status ? message : { ...message, status }),
  );
}

function withSnooze(
  messages: InboxMessage[],
  { jobId, until }: Extract<KnownChange, { kind: 'snoozed' }>,
): InboxMessage[] {
  if (!messages.some((message) => message.jobId === jobId)) return messages;
  return messages.map((message) => (message.jobId === jobId ? { ...message, snoozedUntil: until } : message));
}

function jobOf(change: KnownChange): JobDetails | undefined {
  return 'job' in change ? change.job : undefined;
}

/** Returns the data of a query after a change; the same object if the change does not concern it, or is in it already. */
export function patched([name, id]: QueryKey, data: unknown, change: KnownChange): unknown {
  const job = jobOf(change);
  switch (name) {
    case 'conversation':
    case 'newestMessages': {
      if (change.kind === 'message-status') return withStatus(data as Message[], change);
      const isOfThisChat = change.kind === 'message-created' && change.jobId === id;
      return isOfThisChat ? withMessage(data as Message[], change.message) : data;
    }
    case 'staffNotes':
      return change.kind === 'note-created' && change.jobId === id
        ? withNote(data as StaffNotes, change.note)
        : data;
    case 'allMessages':
      if (change.kind === 'snoozed')
        return inPages(data as Pages<InboxMessage>, (items) => withSnooze(items, change));
      return change.kind === 'message-status'
        ? inPages(data as Pages<Message>, (items) => withStatus(items, change))
        : data;
    case 'job':
      return job && job.jobId === id && isNewer(data as JobDetails, job) ? job : data;
    case 'jobs':
    case 'searchJobs': {
      if (!job) return data;
      const isIt = (row: Job) => row.jobId === job.jobId;
      return inPages(data as Pages<Job>, (items) =>
        withItem(items, isIt, (row) => (isNewer(row, job) ? v.parse(Job, job) : row)),
      );
    }
    case 'profile':
      return change.kind === 'profile-changed' && change.profile.email === id ? change.profile : data;
    default:
      return data;
  }
}
