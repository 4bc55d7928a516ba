import * as v from 'valibot';
import { messageStatuses, wireValues } from '../enums.ts';
import { email, form, jobId, listOf, message } from '../fields.ts';
import { jobAttachmentFiles } from '../files/files.ts';
import { maxAddressedAtOnce, maxAskedShots } from '../limits.ts';

/** The form of the composer: a text, which must not be empty, and files (§3). */
export const MessageForm = form({ message, attachmentFiles: jobAttachmentFiles });
export type MessageForm = v.InferOutput<typeof MessageForm>;

/** The id of a shot, made by the client, so that a shot added offline can be sent twice and exist once. */
export const shotId = v.pipe(v.string('must be an id'), v.regex(/^[\w-]{1,60}$/, 'must be an id'));

/** Ids separated by commas: the parts of a message are texts. */
/* @__NO_SIDE_EFFECTS__ */
function idsOf(id: typeof shotId, most: number) {
  return v.pipe(
    v.string('must be ids'),
    v.maxLength(61 * most),
    v.transform((ids) => ids.split(',')),
    listOf(id, most),
  );
}

/**
 * POST /jobs/update with a message (§7): multipart, with these text parts and repeated parts `attachments`. The server takes the
 * addressee from the job, because the assignee may have changed while the message was queued.
 */
export const MessageSend = form({
  evJobId: jobId,
  jobReporter: v.optional(v.string(), ''),
  jobUpdateUser: email,
  'evCommunication.content': message,
  'evCommunication.fromUserId': email,
  'evCommunication.toUserId': v.optional(v.string(), ''),
  'evCommunication.fromUserType': v.picklist(['ADMIN', 'EMPLOYEE', 'CLIENT'], 'must be a known role'),
  /** Ours: the shot of a checklist that the files answer. A shot that the server does not know is left out. */
  'evCommunication.shot': v.exactOptional(shotId),
  /** Ours, from staff: the shots that the message asks for. */
  'evCommunication.asks': v.exactOptional(idsOf(shotId, maxAskedShots)),
  /**
   * Ours: messages of the other side on this job that the server marks as addressed in the transaction of this one. One that is
   * addressed already stays so; with one that the sender may not mark, nothing is sent.
   */
  'evCommunication.addressed': v.exactOptional(idsOf(shotId, maxAddressedAtOnce)),
  attachments: v.optional(jobAttachmentFiles, []),
});
export type MessageSend = v.InferOutput<typeof MessageSend>;

/** POST /update/communication (§7): `status` is the target, so that a repeat changes nothing. */
export const MessageMark = form({
  evCommunicationId: jobId,
  jobId,
  status: v.picklist(wireValues(messageStatuses), 'Status must be either new or addressed'),
  userName: email,
});
export type MessageMark = v.InferOutput<typeof MessageMark>;

function wholeNumber(most: number) {
  const text = 'must be a whole number';
  return v.pipe(v.number(text), v.integer(text), v.minValue(0, text), v.maxValue(most, text));
}

/** Ours: takes a conversation out of the caller's inbox until a time, or until the other side's next message. */
export const Snooze = form({
  jobId,
  /** Seconds; 0 ends it. */
  until: wholeNumber(1e11),
  /** `sequence` of the newest message that the caller has seen. */
  seen: wholeNumber(Number.MAX_SAFE_INTEGER),
});
export type Snooze = v.InferOutput<typeof Snooze>;
