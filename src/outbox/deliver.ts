import { call } from '../api/client.ts';
import type { Transfer } from '../api/uploadFetch.ts';
import type { AnswerOf, RequestOf } from '../contract/calls.ts';
import type { UserType } from '../contract/enums.ts';
import type { Message, MessageMark } from '../contract/message.ts';
import type { Intent } from './intents.ts';

/**
 * The wire side of a write: one request under its idempotency key, and nothing else. It touches no cache and no screen,
 * so that whoever holds an intent can deliver it.
 */
export type Delivery = {
  signal?: AbortSignal | undefined;
  onProgress?: ((transfer: Transfer) => void) | undefined;
};

/** A chat message as the sender means it. */
export type OutgoingMessage = {
  jobId: string;
  /** Non-empty, trimmed by the server. */
  content: string;
  /** E-mail of the job's reporter, whom a message of staff addresses (§6). */
  jobReporter: string;
  /** E-mail of the job's assignee, whom a client's message addresses; empty when nobody is assigned. */
  assignedTo: string;
  sender: { email: string; userType: Exclude<UserType, 'UNSPECIFIED'> };
};

function bodyOf(message: OutgoingMessage): RequestOf<'updateJob'> {
  const { sender } = message;
  return {
    evJobId: message.jobId,
    jobReporter: message.jobReporter,
    jobUpdateUser: sender.email,
    'evCommunication.content': message.content,
    'evCommunication.fromUserId': sender.email,
    'evCommunication.toUserId': sender.userType === 'CLIENT' ? message.assignedTo : message.jobReporter,
    'evCommunication.fromUserType': sender.userType,
  };
}

/** POST /jobs/update as the chat sends it (§7). */
export function deliverMessage(
  message: OutgoingMessage,
  intent: Intent,
  delivery: Delivery = {},
): Promise<AnswerOf<'updateJob'>> {
  return call('updateJob', {
    body: bodyOf(message),
    files: intent.files,
    idempotencyKey: intent.key,
    ...delivery,
  });
}

/** POST /update/communication with the target status (§4, §7). */
export function deliverMark(mark: MessageMark, intent: Intent): Promise<Message> {
  return call('markMessage', { body: mark, idempotencyKey: intent.key });
}
