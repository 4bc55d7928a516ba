import type { ResponseOf } from '../../contract/calls.ts';
import type { JobDetails } from '../../contract/jobDetails.ts';
import { newRecord } from '../records/enqueue.ts';
import type { OutboxRecord } from '../records/record.ts';
import type { Delivered, Environment } from './environment.ts';

/**
 * The reason of a change of a job's status travels in the change, and our server posts it as a message. A backend that does not know
 * the field ignores it; then the reason is sent as a message of its own.
 */

type Recipients = Pick<JobDetails, 'jobReporter' | 'assignedTo'>;

/** The key of the message with the reason of a change: the same for every try. */
export function reasonKey(clientId: string): string {
  return `${clientId}:reason`;
}

/** Returns a reason as a chat message. Only their email distinguishes a client from staff here; our server knows the sender's role. */
export function reasonMessage(reason: string, { jobReporter, assignedTo }: Recipients, sender: string) {
  const fromUserType = sender === jobReporter ? 'CLIENT' : 'EMPLOYEE';
  return { content: reason, fromUserType, jobReporter, assignedTo } as const;
}

/** Returns the reason of a record's change, or `''`. */
export function reasonIn({ payload }: Pick<OutboxRecord, 'payload'>): string {
  return 'reason' in payload ? String(payload.reason) : '';
}

/** Returns the record with the reason of a delivered change, written when the change was. */
export function reasonRecord(env: Environment, record: OutboxRecord, job: Recipients) {
  const { jobId, ownerUid, ownerEmail: email, clientId, createdAt, written } = record;
  const payload = reasonMessage(reasonIn(record), job, email);
  const next = newRecord(
    env,
    { uid: ownerUid, email },
    { kind: 'message', jobId, payload },
    reasonKey(clientId),
  );
  return { ...next, createdAt, ...(written && { written }) };
}

/** Returns what is still to be sent after a response to a change: its reason, unless the response has it as a message. */
export function leftBy(env: Environment, record: OutboxRecord, { answer }: Delivered) {
  const { job, communication } = (answer ?? {}) as Partial<ResponseOf<'updateJob'>>;
  return reasonIn(record) !== '' && job && !communication ? reasonRecord(env, record, job) : null;
}
