import { draftTrouble, hasFiles } from '../../outbox/drafts/drafts.ts';
import type { OpenDraft } from '../../outbox/drafts/OpenDraft.ts';
import { openDraft } from '../../outbox/drafts/openDrafts.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import type { SentDraft } from '../../outbox/records/draftRows.ts';
import type { RecordOf } from '../../outbox/records/record.ts';
import { returnMessageToDraft } from '../../outbox/sends/sendMessages.ts';
import { readStored, writeStored } from '../../storage.ts';
import { createEvent } from '../../store.ts';
import {
  type Content,
  type Draft,
  type Drawing,
  isEmpty,
  messageIn,
  messageRules,
  type SavedContent,
  typedOf,
} from './messageDraft.ts';

/** The unsent messages of this window, by reader and job: one `OpenDraft` each, which holds drawings in progress beside the message. */

type ChatDraft = OpenDraft<SavedContent>;

const changed = createEvent();
/** Calls back when a draft of this window changed. @returns a function that ends it */
export const onDraftChange = changed.subscribe;

/** Returns the form under which a job's unsent message is saved. */
export function draftForm(jobId: string): string {
  return `chat:${jobId}`;
}

const all = new Map<string, ChatDraft>();

function open(email: string, jobId: string): ChatDraft {
  const key = `${email}:${jobId}`;
  const known = all.get(key);
  if (known) return known;
  const draft = openDraft(email, draftForm(jobId), messageRules);
  draft.subscribe(changed.emit);
  all.set(key, draft);
  return draft;
}

/** The messages that were made of what is typed, so that it is the same one until something changes. */
const messages = new WeakMap<object, Draft>();

/** Returns this window's draft; `restoreDraft` adds what is saved on the device. */
export function chatDraft(email: string, jobId: string): Draft {
  const shown = open(email, jobId).get();
  const known = messages.get(shown);
  if (known) return known;
  const message = { id: shown.id, ...messageIn(shown) };
  messages.set(shown, message);
  return message;
}

/** Replaces the draft and saves it soon. A changed draft is another message, so it gets a new id. */
export function changeDraft(
  email: string,
  jobId: string,
  { text, files, drawings }: Content & Partial<Pick<Draft, 'drawings'>>,
  id?: string,
): Draft {
  const before = chatDraft(email, jobId);
  const shots = isEmpty({ text, files }) ? undefined : before.shots;
  open(email, jobId).put(typedOf({ text, files, shots, drawings: drawings ?? before.drawings }), id);
  return chatDraft(email, jobId);
}

/** Changes one of the drawings; null ends it. */
export function putDrawing(email: string, jobId: string, id: string, drawing: Drawing | null): void {
  const { text, files, drawings } = chatDraft(email, jobId);
  const others = drawings.filter((one) => one.id !== id);
  changeDraft(email, jobId, { text, files, drawings: drawing ? [drawing, ...others] : others });
}

/**
 * Saves the finished copy beside its drawing.
 *
 * @returns whether all of it is saved, or nothing can be saved in this browser; false when there is no room
 */
export async function addCopy(email: string, jobId: string, drawing: Drawing, copy: File): Promise<boolean> {
  const latest = chatDraft(email, jobId).drawings.find(({ id }) => id === drawing.id) ?? drawing;
  putDrawing(email, jobId, drawing.id, { ...latest, copy });
  await saveEveryDraft();
  if (draftTrouble(email, draftForm(jobId)) === 'all') return true;
  if (isBeingSent(email, jobId) || (await hasFiles(email, draftForm(jobId), [copy]))) return true;
  putDrawing(email, jobId, drawing.id, latest);
  return false;
}

/** Whether the message is being enqueued. */
export function isBeingSent(email: string, jobId: string): boolean {
  return open(email, jobId).isBeingSent;
}

/**
 * Restores a job's saved draft, once. What was typed before stays, below it.
 *
 * @returns the names of files that could not be saved
 */
export async function restoreDraft(email: string, jobId: string): Promise<readonly string[]> {
  const draft = open(email, jobId);
  const wasRead = draft.isRead;
  await draft.read();
  return wasRead ? [] : draft.get().missing;
}

/**
 * Makes a message that waits the text of the composer again, in front of what is typed.
 *
 * @returns the names of files that are no longer on this device
 * @throws OutboxError when it left meanwhile
 */
export function returnToDraft(email: string, record: RecordOf<'message'>): Promise<readonly string[]> {
  const { content: text, shot, asks } = record.payload;
  const isOfShots = shot !== undefined || asks !== undefined;
  const shots = isOfShots && { shots: { ...(shot !== undefined && { shot }), ...(asks && { asks }) } };
  const content = { version: 1 as const, text, ...shots };
  return open(email, record.jobId).takeBack(record, content, (draft) => returnMessageToDraft(record, draft));
}

/**
 * Sends a draft: the transaction that enqueues the message deletes the saved draft; the one on screen is cleared after it.
 *
 * @param enqueue must pass the saved draft on to the outbox
 */
export async function sendDraft(
  email: string,
  jobId: string,
  sent: Draft,
  enqueue: (draft: SentDraft) => Promise<unknown>,
): Promise<void> {
  // What is being drawn stays.
  await open(email, jobId).handOver(enqueue, typedOf({ ...sent, drawings: [] }));
}

function seenKey(email: string, jobId: string): string {
  return `seen:1:${email}:${jobId}`;
}

/** Returns the last message this reader saw on this device, for the "New" divider. */
export function lastSeen(email: string, jobId: string): string | null {
  return readStored(seenKey(email, jobId)) ?? null;
}

export function saveLastSeen(email: string, jobId: string, communicationId: string): void {
  writeStored(seenKey(email, jobId), communicationId);
}
