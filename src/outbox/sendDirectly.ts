import { ApiError, call, type Transfer } from '../api/client.ts';
import type { ResponseOf } from '../contract/calls.ts';
import type { Message } from '../contract/message.ts';
import type { Draft, Owner } from './enqueue.ts';
import type { HeldFile } from './fileBytes.ts';
import { frozenNames } from './frozenNames.ts';
import { twinOf } from './twin.ts';
import { markBody, messageBody } from './wire.ts';

/** The way out where the browser keeps nothing: one request while the person waits, and what was typed stays until it is answered. */

type Kind<K extends Draft['kind']> = Extract<Draft, { kind: K }>;

/** File names of messages whose answer was lost: a second try has the same ones, or it would be another request. */
const unanswered = new Map<string, string[]>();

/**
 * @param clientId the idempotency key; the same for every try of the same words and files
 * @returns null when it had arrived already, although the answer was lost
 * @throws ApiError: not sent, or nobody knows
 */
export async function sendMessageDirectly(
  owner: Owner,
  { jobId, payload, known }: Kind<'message'>,
  held: readonly HeldFile[],
  clientId: string,
  onProgress: (transfer: Transfer) => void,
): Promise<ResponseOf<'updateJob'> | null> {
  const tried = unanswered.get(clientId);
  const names =
    tried ??
    frozenNames(
      held.map((file) => file.name),
      Date.now(),
    );
  unanswered.set(clientId, names);
  const files = held.map(({ chunks, type }, n) => new File([...chunks], names[n] ?? '', { type }));
  try {
    const isThere = tried && known && (await hasArrived(owner, { jobId, payload, known }, files));
    const answer = isThere
      ? null
      : await call('updateJob', {
          body: messageBody({ jobId, payload, ownerEmail: owner.email }),
          files,
          idempotencyKey: clientId,
          onProgress: files.length > 0 ? onProgress : undefined,
        });
    unanswered.delete(clientId);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.definite) unanswered.delete(clientId);
    throw error;
  }
}

/** For backends that do not know the key. */
async function hasArrived(
  { email }: Owner,
  { jobId, payload, known }: Required<Pick<Kind<'message'>, 'jobId' | 'payload' | 'known'>>,
  files: readonly File[],
): Promise<boolean> {
  const conversation = await call('conversation', { params: { jobId } });
  const sent = { ownerEmail: email, payload, baseline: [...known], files };
  return twinOf(sent, conversation) !== undefined;
}

/** The last mark of each message under way: marks of one message go out one after the other. */
const marking = new Map<string, Promise<unknown>>();

/** @throws ApiError: not marked, or nobody knows */
export async function markDirectly(owner: Owner, { jobId, payload }: Kind<'toggle'>): Promise<Message> {
  const { communicationId } = payload;
  const before = marking.get(communicationId);
  const body = markBody({ jobId, payload, ownerEmail: owner.email });
  const mine = (before ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => call('markMessage', { body, idempotencyKey: crypto.randomUUID() }));
  marking.set(communicationId, mine);
  try {
    return await mine;
  } finally {
    if (marking.get(communicationId) === mine) marking.delete(communicationId);
  }
}
