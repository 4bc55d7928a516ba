import * as v from 'valibot';
import { messageStatuses, valuesOf } from './enums.ts';
import { email, form, jobId, message } from './fields.ts';
import { jobAttachmentFiles } from './files.ts';

/** The composer (§3): text and files. Send needs a non-empty text. */
export const MessageForm = form({ message, attachmentFiles: jobAttachmentFiles });
export type MessageForm = v.InferOutput<typeof MessageForm>;

/**
 * POST /jobs/update as the chat sends it: multipart, these text parts plus repeated `attachments`.
 * `toUserId` is taken from the job by the server (an assignee may have changed while the message waited).
 */
export const MessageSend = form({
  evJobId: jobId,
  jobReporter: v.optional(v.string(), ''),
  jobUpdateUser: email,
  'evCommunication.content': message,
  'evCommunication.fromUserId': email,
  'evCommunication.toUserId': v.optional(v.string(), ''),
  'evCommunication.fromUserType': v.picklist(['ADMIN', 'EMPLOYEE', 'CLIENT'], 'must be a known user type'),
  attachments: v.optional(jobAttachmentFiles, []),
});
export type MessageSend = v.InferOutput<typeof MessageSend>;

/** POST /update/communication: `status` is the target, never "the other one", so a repeat changes nothing. */
export const MessageMark = form({
  evCommunicationId: jobId,
  jobId,
  status: v.picklist(valuesOf(messageStatuses), 'Status must be either new or addressed'),
  userName: email,
});
export type MessageMark = v.InferOutput<typeof MessageMark>;
