import { ApiError, call } from '../api/client.ts';
import { keys, queryClient } from '../api/queries.ts';
import { arrivedTwin } from './arrived.ts';
import { messageSent } from './caches.ts';
import { deliverMessage, type OutgoingMessage } from './deliver.ts';
import { changeWaiting, firstInLine, removeWaiting, type WaitingMessage } from './waiting.ts';

/** Anything thrown, as what screens understand. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('internal', undefined, { definite: false });
}

/** Sends what waits for a job, one after the other, until one fails: what comes after it keeps its place. */
export async function sendInLine({ jobId, sender }: OutgoingMessage): Promise<void> {
  for (;;) {
    const head = firstInLine(jobId, sender.email);
    if (head?.state !== 'waiting') return;
    if (!(await sendOne(head))) return;
  }
}

async function sendOne(waiting: WaitingMessage): Promise<boolean> {
  const { id, message, intent, error } = waiting;
  changeWaiting(id, { state: 'sending' });
  try {
    if (error && !error.definite && (await hasArrived(waiting))) return true;
    const answer = await deliverMessage(message, intent, {
      onProgress: intent.files.length > 0 ? (progress) => changeWaiting(id, { progress }) : undefined,
    });
    await messageSent(message.jobId, answer.communication, answer.job);
    removeWaiting(id);
    return true;
  } catch (reason) {
    changeWaiting(id, { state: 'failed', error: asApiError(reason) });
    return false;
  }
}

/** After a lost answer: looks whether the message is there, for backends that do not know idempotency keys. */
async function hasArrived(waiting: WaitingMessage): Promise<boolean> {
  const { jobId } = waiting.message;
  const conversation = await call('conversation', { params: { jobId } });
  if (!arrivedTwin(waiting, conversation)) return false;
  queryClient.setQueryData(keys.conversation(jobId), conversation);
  removeWaiting(waiting.id);
  return true;
}
