import * as v from 'valibot';
import { messageStatuses, userTypes, valuesOf } from './enums.ts';

/** A file of a message as §3 has it: the map's value. */
export const MessageFile = v.object({
  link: v.string(),
  fileName: v.optional(v.string(), ''),
  contentType: v.optional(v.string(), 'application/octet-stream'),
  /** Bytes. */
  size: v.optional(v.number(), 0),
});

/** A message of a job's conversation (the specification's "communication", §3). */
export const Message = v.object({
  communicationId: v.string(),
  jobId: v.string(),
  content: v.string(),
  status: v.picklist(valuesOf(messageStatuses)),
  /** Seconds. Equal seconds are told apart by `sequence`. */
  createdTimestamp: v.number(),
  /** Ours: grows with every message of the server. */
  sequence: v.optional(v.number(), 0),
  fromUserId: v.string(),
  /** The reporter for a message of staff; the assignee, or empty, for a client's. */
  toUserId: v.optional(v.string(), ''),
  fromUserType: v.picklist(valuesOf(userTypes)),
  /** Attachment key → where it is. */
  fileAttachmentsInfo: v.optional(v.record(v.string(), MessageFile), {}),
  /** Ours: the client company of the job, for the caption. */
  company: v.optional(v.string(), ''),
  /** Ours: the sender's user name. */
  fromUserName: v.optional(v.string(), ''),
  /** Ours: the job's project and code, for the list over all jobs. */
  project: v.optional(v.string(), ''),
  jobCode: v.optional(v.string(), ''),
  /** Ours, on the first message of a conversation only: there are earlier ones, see `earlierPart`. */
  earlier: v.exactOptional(v.literal(true)),
});
export type Message = v.InferOutput<typeof Message>;

/** A message in the list over all jobs (§7 `/evcommunications`). */
export const InboxMessage = v.object({
  ...Message.entries,
  /**
   * Ours: the side that has to speak next on the job, by its last messages: of what one side said since the other's last
   * word something is still new, so it is the other's turn. Nobody's when all of it was addressed; null from a backend
   * that does not say.
   */
  turn: v.optional(v.nullable(v.picklist(['EV', 'CLIENT', 'NOBODY'])), null),
  /** Ours: e-mail of the job's assignee; empty when nobody does it yet. */
  assignedTo: v.optional(v.string(), ''),
});
export type InboxMessage = v.InferOutput<typeof InboxMessage>;

/** The files of a message as a list of key and link (§3), in the order they were chosen. */
export function filesOf(message: Pick<Message, 'fileAttachmentsInfo'>) {
  return Object.entries(message.fileAttachmentsInfo).map(([key, file]) => ({ key, ...file }));
}

/** The status a tap on the round toggle asks for (§4). */
export function oppositeStatus(status: Message['status']): Message['status'] {
  return status === 'NEW' ? 'ADDRESSED' : 'NEW';
}
