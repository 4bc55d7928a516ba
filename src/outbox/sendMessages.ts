import { ApiError, call, type Transfer } from '../api/client.ts';
import { keys, queryClient } from '../api/queries.ts';
import { apply } from '../cache/apply.ts';
import type { ResponseOf } from '../contract/calls.ts';
import type { Message } from '../contract/message.ts';
import { changeOf } from './delivered.ts';
import type { SentDraft } from './drafts/draftRows.ts';
import { OutboxError } from './OutboxError.ts';
import { pageOutbox, readAgain } from './pageOutbox.ts';
import type { Draft, Owner } from './records/enqueue.ts';
import type { HeldFile } from './records/fileBytes.ts';
import type { OutboxRecord } from './records/record.ts';
import { chooseStatus, noteUpload } from './records/waiting.ts';
import { frozenNames } from './sending/frozenNames.ts';
import { twinOf } from './sending/twin.ts';
import { markBody, messageBody } from './sending/wire.ts';

/** The way out where the browser keeps nothing: one request while the person waits, and what was typed stays until it is answered. */

type Kind<K extends Draft['kind']> = Extract<Draft, { kind: K }>;

/** File names of messages whose answer was lost: a second try has the same ones, or it would be another request. */
const unanswered = new Map<string, string[]>();

/**
 * @param clientId the idempotency key; the same for every try of the same words and files
 * @returns null when it had arrived already, although the answer was lost
 * @throws ApiError: not sent, or nobody knows
 */
async function sendMessageDirectly(
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
async function markDirectly(owner: Owner, { jobId, payload }: Kind<'toggle'>): Promise<Message> {
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

/** Chat messages and the marks of messages, on their way into the outbox and what a person may do with them there. */

type Payload = Extract<Draft, { kind: 'message' }>['payload'];

/** Who is signed in; null while nobody is, and then everything here throws OutboxError `signed-out`. */
type Sender = Owner | null;

/** A chat message as the sender means it. */
export type OutgoingMessage = {
  jobId: string;
  /** Non-empty. */
  content: string;
  /** E-mail of the job's reporter, whom a message of staff addresses (§6). */
  jobReporter: string;
  /** E-mail of the job's assignee, whom a client's message addresses; empty when nobody is assigned. */
  assignedTo: string;
  fromUserType: Payload['fromUserType'];
};

/**
 * Keeps a message with its files in the outbox, which sends it as soon as it can. Clear the composer when this has
 * answered, not before. Where the browser keeps nothing, it is sent while the person waits.
 *
 * @param sent the saved draft it was written in, which goes as the message is enqueued
 * @param clientId of the words and files: the same ones sent twice, by a double click or after a crash, are one message
 * @returns whether it is kept, or sent already
 * @throws OutboxError, or ApiError where nothing can be kept: what was typed must stay
 */
export async function sendMessage(
  sender: Sender,
  { jobId, ...payload }: OutgoingMessage,
  files: readonly HeldFile[],
  clientId: string,
  sent?: SentDraft,
): Promise<'kept' | 'sent'> {
  const owner = signedIn(sender);
  const conversation = queryClient.getQueryData<Message[]>(keys.conversation(jobId));
  const known = conversation?.map((message) => message.communicationId);
  const draft: Draft = { kind: 'message', jobId, payload, ...(known && { known }) };
  try {
    await pageOutbox().send(owner, draft, files, clientId, sent);
    return 'kept';
  } catch (error) {
    if (!isUnkept(error)) throw error;
  }
  try {
    const onProgress = (transfer: Parameters<typeof noteUpload>[1]) => noteUpload(clientId, transfer);
    const answer = await sendMessageDirectly(owner, draft, files, clientId, onProgress);
    apply(answer ? changeOf({ kind: 'message', jobId }, answer) : { kind: 'messages-outdated', jobId });
    return 'sent';
  } finally {
    noteUpload(clientId, null);
  }
}

function signedIn(sender: Sender): Owner {
  if (!sender) throw new OutboxError('signed-out');
  return sender;
}

function isUnkept(error: unknown): boolean {
  return error instanceof OutboxError && error.code === 'unavailable';
}

/** Tries again now, under the same key. @throws OutboxError `gone` or `being-sent` */
export async function retryMessage(sender: Sender, clientId: string): Promise<void> {
  await pageOutbox().retry(signedIn(sender).uid, clientId);
}

/**
 * Takes a record out of the line; what waited behind it goes on. A status that is given up shows its message as before.
 *
 * @returns what puts it back where it was
 * @throws OutboxError `gone` or `being-sent`
 */
export async function discardMessage(sender: Sender, record: OutboxRecord): Promise<() => Promise<void>> {
  const outbox = pageOutbox();
  const files = (await outbox.files(record)) ?? [];
  await outbox.discard(signedIn(sender).uid, record.clientId);
  await readAgain();
  return () => outbox.putBack(record, files);
}

/**
 * Keeps a message back while it is changed; it goes on by `editMessage` or `retryMessage`.
 *
 * @throws OutboxError `gone` or `being-sent`
 */
export async function holdMessage(sender: Sender, clientId: string): Promise<void> {
  await pageOutbox().hold(signedIn(sender).uid, clientId);
}

/**
 * Changes a message that has not left, in its place in the line; it is another message then, with a key of its own.
 *
 * @param files all it is to have from now on
 * @param sent the saved draft of the change
 * @throws OutboxError; `gone` or `being-sent` when it left meanwhile
 */
export async function editMessage(
  sender: Sender,
  record: Extract<OutboxRecord, { kind: 'message' }>,
  content: string,
  files: readonly HeldFile[],
  sent?: SentDraft,
): Promise<void> {
  const payload = { ...record.payload, content };
  await pageOutbox().edit(signedIn(sender).uid, record.clientId, payload, files, { sent });
}

/**
 * Marks a message as new or addressed (§4, §7): `status` is the target, never "the other one". Shown at once and kept in the outbox;
 * where it cannot be kept, or is refused, the message shows its status as before.
 *
 * @throws OutboxError, or ApiError where nothing can be kept. A refusal comes later, by `onRefused`
 */
export async function markMessage(
  sender: Sender,
  { communicationId, jobId, status }: Pick<Message, 'communicationId' | 'jobId' | 'status'>,
): Promise<void> {
  const owner = signedIn(sender);
  const draft = { kind: 'toggle', jobId, payload: { communicationId, target: status } } as const;
  const settle = chooseStatus(communicationId, status);
  try {
    await pageOutbox()
      .send(owner, draft)
      .then(readAgain)
      .catch(async (error: unknown) => {
        if (!isUnkept(error)) throw error;
        apply(changeOf({ kind: 'toggle', jobId }, await markDirectly(owner, draft)));
      });
  } catch (error) {
    apply({ kind: 'messages-outdated', jobId });
    throw error;
  } finally {
    settle();
  }
}
