import * as v from 'valibot';
import { messageStatuses, wireValues } from './enums.ts';
import { email, form, jobId, message } from './fields.ts';
import { jobAttachmentFiles } from './files.ts';

/** The form of the composer: a text, which must not be empty, and files (§3). */
export const MessageForm = form({ message, attachmentFiles: jobAttachmentFiles });
export type MessageForm = v.InferOutput<typeof MessageForm>;

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
