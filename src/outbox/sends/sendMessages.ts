import { apply } from '../../cache/apply.ts';
import type { Message } from '../../contract/messages/message.ts';
import type { ReturnedDraft } from '../Outbox.ts';
import { pageOutbox, refreshRecords } from '../pageOutbox.ts';
import type { SentDraft } from '../records/draftRows.ts';
import type { Owner } from '../records/enqueue.ts';
import type { CopiedFile } from '../records/fileBytes.ts';
import { isUnavailable, OutboxError } from '../records/OutboxError.ts';
import type { DraftOf, OutboxRecord } from '../records/record.ts';
import type { DraftRow } from '../records/stores.ts';
import { setUploadProgress } from '../records/waiting.ts';
import { chooseStatus } from '../records/waitingMarks.ts';
import { sendDirectly } from './sendDirectly.ts';

// Chat messages and message statuses in the outbox.

type Payload = DraftOf<'message'>['payload'];

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
  /** The messages of the other side that are marked as addressed once it has arrived. */
  addressed?: string[];
};

/**
 * Enqueues a message with its files. Clear the composer once this has resolved, not before. Where the browser stores nothing, it is
 * sent while the user waits.
 *
 * @param sent the saved draft it was written in, removed as the message is enqueued
 * @param clientId the same for the same text and files: sent twice, by a double click or after a crash, they are one message. Without it
 *   each is another message, but for a try after a lost response
 * @returns whether it was enqueued, or sent already
 * @throws OutboxError, or ApiError where nothing can be stored: what was typed must stay
 */
export async function sendMessage(
  sender: Sender,
  { jobId, addressed = [], ...payload }: OutgoingMessage,
  files: readonly CopiedFile[],
  clientId?: string,
  sent?: SentDraft,
): Promise<'queued' | 'sent'> {
  const owner = signedIn(sender);
  const draft: DraftOf<'message'> = { kind: 'message', jobId, payload };
  const marks = addressed.map((communicationId) => markOf(jobId, communicationId, 'ADDRESSED'));
  try {
    await pageOutbox().send(owner, draft, files, clientId, sent, marks);
    return 'queued';
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
  try {
    const chosen = files.map(
      ({ chunks, name, type }) => new File([...chunks], name, { type, lastModified: 0 }),
    );
    await sendDirectly(owner, () => draft, chosen, {
      key: clientId,
      onProgress: clientId && files.length > 0 ? (done) => setUploadProgress(clientId, done) : undefined,
    });
    // The message has arrived, also where a message that it answers cannot be marked.
    for (const one of marks)
      await sendDirectly(owner, () => one).catch(() => apply({ kind: 'messages-outdated', jobId }));
    return 'sent';
  } finally {
    if (clientId) setUploadProgress(clientId, null);
  }
}

function markOf(jobId: string, communicationId: string, target: Message['status']): DraftOf<'mark'> {
  return { kind: 'mark', jobId, payload: { communicationId, target } };
}

function signedIn(sender: Sender): Owner {
  if (!sender) throw new OutboxError('signed-out');
  return sender;
}

/** Tries a message or note again now, under the same key. @throws OutboxError `gone` or `being-sent` */
export async function retryMessage(sender: Sender, clientId: string): Promise<void> {
  await pageOutbox().retry(signedIn(sender).uid, clientId);
}

/**
 * Deletes a record; the records behind it go on. A message whose chosen status is deleted shows the one before.
 *
 * @returns a function that restores it in its place
 * @throws OutboxError `gone` or `being-sent`
 */
export async function discardMessage(record: OutboxRecord): Promise<() => Promise<void>> {
  const restore = await pageOutbox().discardWithUndo(record);
  await refreshRecords();
  return restore;
}

/**
 * Makes a message or note that was not sent the draft of its job again.
 *
 * @param draft of its form, with its content from now on; the message's files go before its files
 * @returns the draft
 * @throws OutboxError `gone`, or `being-sent` also for one that may have arrived
 */
export async function returnMessageToDraft(
  { ownerUid, clientId }: OutboxRecord,
  draft: ReturnedDraft,
): Promise<DraftRow> {
  const row = await pageOutbox().returnToDraft(ownerUid, clientId, draft);
  await refreshRecords();
  return row;
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
  const draft = markOf(jobId, communicationId, status);
  const settle = chooseStatus(communicationId, status);
  try {
    await pageOutbox()
      .send(owner, draft)
      .then(refreshRecords)
      .catch(async (error: unknown) => {
        if (!isUnavailable(error)) throw error;
        await sendDirectly(owner, () => draft);
      });
  } catch (error) {
    apply({ kind: 'messages-outdated', jobId });
    throw error;
  } finally {
    settle();
  }
}
