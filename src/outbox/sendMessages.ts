import { call, type Transfer } from '../api/client.ts';
import { keys, queryClient } from '../api/queries.ts';
import { apply } from '../cache/apply.ts';
import type { ResponseOf } from '../contract/calls.ts';
import type { Message } from '../contract/message.ts';
import { serialQueue } from '../timing.ts';
import { changeOf } from './delivered.ts';
import type { SentDraft } from './drafts/draftRows.ts';
import { withIntent } from './intents.ts';
import { isUnavailable, OutboxError } from './OutboxError.ts';
import { pageOutbox, refreshRecords } from './pageOutbox.ts';
import type { Draft, Owner } from './records/enqueue.ts';
import type { CopiedFile } from './records/fileBytes.ts';
import type { OutboxRecord } from './records/record.ts';
import { chooseStatus, noteUpload } from './records/waiting.ts';
import { matchOf } from './sending/match.ts';
import { addressedBody, messageBody } from './sending/wire.ts';

// Where this browser stores nothing: one request while the user waits, and what was typed stays until its response.

type Kind<K extends Draft['kind']> = Extract<Draft, { kind: K }>;

/**
 * @param clientId the idempotency key; the same for every try of the same words and files
 * @returns null when it had arrived already, although the response was lost
 * @throws ApiError: not sent, or not known
 */
function sendMessageDirectly(
  owner: Owner,
  { jobId, payload, known }: Kind<'message'>,
  copies: readonly CopiedFile[],
  clientId: string,
  onProgress: (transfer: Transfer) => void,
): Promise<ResponseOf<'updateJob'> | null> {
  const chosen = copies.map(
    ({ name, chunks, type }) => new File([...chunks], name, { type, lastModified: 0 }),
  );
  return withIntent({ message: clientId }, chosen, async ({ files, isRepeated }) => {
    if (isRepeated && known && (await hasArrived(owner, { jobId, payload, known }, files))) return null;
    return call('updateJob', {
      body: messageBody({ jobId, payload, ownerEmail: owner.email }),
      files,
      idempotencyKey: clientId,
      onProgress: files.length > 0 ? onProgress : undefined,
    });
  });
}

/** Finds a message that arrived by an earlier try, for backends that ignore the key. */
async function hasArrived(
  { email }: Owner,
  { jobId, payload, known }: Required<Pick<Kind<'message'>, 'jobId' | 'payload' | 'known'>>,
  files: readonly File[],
): Promise<boolean> {
  const conversation = await call('conversation', { params: { jobId } });
  const sent = { ownerEmail: email, payload, baseline: [...known], files };
  return matchOf(sent, conversation) !== undefined;
}

/** By message: its changes of status are sent one after the other. */
const statusQueues = new Map<string, ReturnType<typeof serialQueue>>();

/** @throws ApiError: not changed, or not known */
function setStatusDirectly(owner: Owner, { jobId, payload }: Kind<'toggle'>): Promise<Message> {
  const { communicationId } = payload;
  const queue = statusQueues.get(communicationId) ?? serialQueue();
  statusQueues.set(communicationId, queue);
  const body = addressedBody({ jobId, payload, ownerEmail: owner.email });
  return queue(() => call('markMessage', { body, idempotencyKey: crypto.randomUUID() }));
}

/** Marks what a message was to mark and the backend did not mark with it. The message was sent: what fails stays new. */
async function markDirectly(
  owner: Owner,
  { jobId, payload }: Kind<'message'>,
  done: readonly string[],
): Promise<void> {
  for (const communicationId of payload.addressed ?? []) {
    if (done.includes(communicationId)) {
      apply({ kind: 'message-status', jobId, communicationId, status: 'ADDRESSED' });
      continue;
    }
    const draft = { kind: 'toggle', jobId, payload: { communicationId, target: 'ADDRESSED' } } as const;
    await setStatusDirectly(owner, draft).then(
      (answer) => apply(changeOf(draft, answer)),
      () => apply({ kind: 'messages-outdated', jobId }),
    );
  }
}

// Chat messages and message statuses in the outbox.

type Payload = Extract<Draft, { kind: 'message' }>['payload'];

/** The signed-in user; null without one, and then every function here throws OutboxError `signed-out`. */
type Sender = Owner | null;

/** A chat message before it is sent. */
type OutgoingMessage = {
  jobId: string;
  /** Non-empty. */
  content: string;
  /** Email of the job's reporter, whom a message of staff addresses (§6). */
  jobReporter: string;
  /** Email of the job's assignee, whom a client's message addresses; empty when nobody is assigned. */
  assignedTo: string;
  fromUserType: Payload['fromUserType'];
  /** The shot of a checklist that its files answer, and the shots that it asks for. */
  shot?: string;
  asks?: string[];
  /** The messages of the other side that it marks as addressed. */
  addressed?: string[];
};

/**
 * Enqueues a message with its files. Clear the composer once this has resolved, not before. Where the browser stores nothing, it is
 * sent while the user waits.
 *
 * @param sent the saved draft it was written in, removed as the message is enqueued
 * @param clientId the same for the same text and files: sent twice, by a double click or after a crash, they are one message
 * @returns whether it was enqueued, or sent already
 * @throws OutboxError, or ApiError where nothing can be stored: what was typed must stay
 */
export async function sendMessage(
  sender: Sender,
  { jobId, ...payload }: OutgoingMessage,
  files: readonly CopiedFile[],
  clientId: string,
  sent?: SentDraft,
): Promise<'queued' | 'sent'> {
  const owner = signedIn(sender);
  const conversation = queryClient.getQueryData<Message[]>(keys.conversation(jobId));
  const known = conversation?.map((message) => message.communicationId);
  const draft: Draft = { kind: 'message', jobId, payload, ...(known && { known }) };
  try {
    await pageOutbox().send(owner, draft, files, clientId, sent);
    return 'queued';
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
  try {
    const onProgress = (transfer: Parameters<typeof noteUpload>[1]) => noteUpload(clientId, transfer);
    const answer = await sendMessageDirectly(owner, draft, files, clientId, onProgress);
    apply(answer ? changeOf({ kind: 'message', jobId }, answer) : { kind: 'messages-outdated', jobId });
    await markDirectly(owner, draft, answer?.addressed ?? []);
    return 'sent';
  } finally {
    noteUpload(clientId, null);
  }
}

function signedIn(sender: Sender): Owner {
  if (!sender) throw new OutboxError('signed-out');
  return sender;
}

/** Tries again now, under the same key. @throws OutboxError `gone` or `being-sent` */
export async function retryMessage(sender: Sender, clientId: string): Promise<void> {
  await pageOutbox().retry(signedIn(sender).uid, clientId);
}

/**
 * Deletes a record; what waited behind it goes on. A message whose status is given up shows the one before.
 *
 * @returns what puts it back in its place
 * @throws OutboxError `gone` or `being-sent`
 */
export async function discardMessage(record: OutboxRecord): Promise<() => Promise<void>> {
  const putBack = await pageOutbox().discardWithUndo(record);
  await refreshRecords();
  return putBack;
}

/**
 * Pauses a message while it is changed; it goes on by `editMessage` or `retryMessage`.
 *
 * @throws OutboxError `gone` or `being-sent`
 */
export async function pauseMessage(sender: Sender, clientId: string): Promise<void> {
  await pageOutbox().pause(signedIn(sender).uid, clientId);
}

/**
 * Edits a message that was not sent, in its place; it becomes another message, with a key of its own.
 *
 * @param files all that it has from now on
 * @param sent the saved draft of the change
 * @throws OutboxError; `gone` or `being-sent` when it was sent meanwhile
 */
export async function editMessage(
  sender: Sender,
  record: Extract<OutboxRecord, { kind: 'message' }>,
  content: string,
  files: readonly CopiedFile[],
  sent?: SentDraft,
): Promise<void> {
  const { addressed, ...rest } = record.payload;
  // Refused for what it was to mark, it could not be sent in any words.
  const isMissing = record.error?.code === 'not-found';
  const payload = { ...rest, content, ...(addressed && !isMissing && { addressed }) };
  await pageOutbox().edit(signedIn(sender).uid, record.clientId, payload, files, { sent });
}

/**
 * Sets a message's status, new or addressed (§4, §7): `status` is the target, never "the other one". Shown at once and enqueued;
 * where it cannot be stored, or is refused, the message shows its status as before.
 *
 * @throws OutboxError, or ApiError where nothing can be stored. A refusal comes later, by `onRefused`
 */
export async function setMessageStatus(
  sender: Sender,
  { communicationId, jobId, status }: Pick<Message, 'communicationId' | 'jobId' | 'status'>,
): Promise<void> {
  const owner = signedIn(sender);
  const draft = { kind: 'toggle', jobId, payload: { communicationId, target: status } } as const;
  const settle = chooseStatus(communicationId, status);
  try {
    await pageOutbox()
      .send(owner, draft)
      .then(refreshRecords)
      .catch(async (error: unknown) => {
        if (!isUnavailable(error)) throw error;
        apply(changeOf({ kind: 'toggle', jobId }, await setStatusDirectly(owner, draft)));
      });
  } catch (error) {
    apply({ kind: 'messages-outdated', jobId });
    throw error;
  } finally {
    settle();
  }
}
