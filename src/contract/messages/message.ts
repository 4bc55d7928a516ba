import * as v from 'valibot';
import { messageStatuses, userTypes, wireValues } from '../enums.ts';

/** A file of a message: a value of `fileAttachmentsInfo` (§3). */
export const MessageFile = v.object({
  link: v.string(),
  fileName: v.string(),
  contentType: v.string(),
  /** Bytes. */
  size: v.number(),
});

/** Ours: a shot of a photo checklist, by its id and its current name. */
export const ShotRef = v.object({ shotId: v.string(), name: v.string() });
export type ShotRef = v.InferOutput<typeof ShotRef>;

/** A message of a job's conversation ("communication" in §3). */
export const Message = v.object({
  communicationId: v.string(),
  jobId: v.string(),
  /** Ours: the key that it was sent under, for its sender alone. */
  idempotencyKey: v.exactOptional(v.string()),
  content: v.string(),
  status: v.picklist(wireValues(messageStatuses)),
  /** Seconds; `sequence` orders messages of the same second. */
  createdTimestamp: v.number(),
  /** Ours: increases with every message on the server. */
  sequence: v.number(),
  /** Ours, seconds by the server's clock: when it was written on the device. Never after `createdTimestamp`, and orders nothing. */
  writtenTimestamp: v.exactOptional(v.number()),
  fromUserId: v.string(),
  /** Email of the reporter for a message of staff; of the assignee, or empty, for a client's. */
  toUserId: v.string(),
  fromUserType: v.picklist(wireValues(userTypes)),
  /** Files by attachment key. */
  fileAttachmentsInfo: v.record(v.string(), MessageFile),
  /** Ours: the client company of the job, for the caption. */
  company: v.string(),
  /** Ours: user name of the sender. */
  fromUserName: v.string(),
  /** Ours: project and code of the job, for the inbox. */
  project: v.string(),
  jobCode: v.string(),
  /** Ours: the shot that its files answer. */
  shot: v.exactOptional(ShotRef),
  /** Ours: the shots that it asks for. */
  asks: v.exactOptional(v.array(ShotRef)),
  /** Ours: it is a part of an email, whose whole text `wholeText` returns. */
  shortened: v.exactOptional(v.boolean()),
  /** Ours, on the first message of a response: there are earlier messages, see `earlierThan`. */
  earlier: v.exactOptional(v.literal(true)),
});
export type Message = v.InferOutput<typeof Message>;

/** Ours: the whole text of an email of which a message shows a part. */
export const WholeText = v.object({ text: v.string() });

/**
 * Ours: the parts of the inbox. `needs-answer` has the other side's NEW messages to the caller that the caller's side has not answered,
 * and `shared`, for staff, those on unassigned jobs. `waiting` has one row for each job where the caller's side wrote last and one of
 * those messages is NEW. `snoozed` has what would be in the first two, on jobs that the caller has put off.
 */
export const inboxParts = ['needs-answer', 'shared', 'waiting', 'snoozed'] as const;
export type InboxPart = (typeof inboxParts)[number];

/** A message in the inbox, the list over all jobs (§7, `/evcommunications`). */
export const InboxMessage = v.object({
  ...Message.entries,
  /**
   * Ours: the side that has to reply on the job: the one to which a message is still NEW that came after its own last message.
   * NOBODY when all are addressed.
   */
  turn: v.picklist(['EV', 'CLIENT', 'NOBODY']),
  /** Ours: email of the job's assignee; empty when unassigned. */
  assignedTo: v.string(),
  /** Ours, seconds: until when the caller has put off its job. */
  snoozedUntil: v.exactOptional(v.number()),
});
export type InboxMessage = v.InferOutput<typeof InboxMessage>;

/** Returns the files of a message with their keys, in the order in which they were chosen (§3). */
export function filesOf(message: Pick<Message, 'fileAttachmentsInfo'>) {
  return Object.entries(message.fileAttachmentsInfo).map(([key, file]) => ({ key, ...file }));
}

/** Returns the status that the toggle of a message requests (§4). */
export function oppositeStatus(status: Message['status']): Message['status'] {
  return status === 'NEW' ? 'ADDRESSED' : 'NEW';
}
