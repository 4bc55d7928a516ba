import * as v from 'valibot';
import { draftFileOf } from '../../outbox/drafts/draftFiles.ts';
import type { SentDraft } from '../../outbox/drafts/draftRows.ts';
import * as saved from '../../outbox/drafts/drafts.ts';
import { saveEveryDraft, saveSoon } from '../../outbox/drafts/saveNow.ts';
import { isChangedElsewhere, OutboxError } from '../../outbox/OutboxError.ts';
import type { RecordOf } from '../../outbox/records/record.ts';
import { returnMessageToDraft } from '../../outbox/sendMessages.ts';
import { createEvent } from '../../store.ts';
import { readLocalValue, saveLocalValue } from '../../ui/localValue.ts';
import {
  type Content,
  type Draft,
  type Drawing,
  draftOf,
  emptyDraft,
  isEmpty,
  isWorthSaving,
  joined,
  noFiles,
  Saved,
  savedOf,
  withoutSent,
} from './messageDraft.ts';

/**
 * The unsent messages of this window, by reader and job: in memory, and saved on the device a moment after a key. Over 200 lines: typing,
 * sending, taking back and taking over change one state, in steps that must not pass each other.
 */

type OpenDraft = {
  email: string;
  jobId: string;
  draft: Draft;
  saver: ReturnType<typeof saveSoon>;
  /** The message is being enqueued; nothing is saved meanwhile. */
  isEnqueuing: boolean;
  /** From the press on Send until the message is enqueued: a drawing added meanwhile would stay in progress beside its copy. */
  isSending: boolean;
  isUnsaved: boolean;
  /** Ends when the draft of another window is shown, whose files are being read. */
  taking: Promise<void> | null;
};

const all = new Map<string, OpenDraft>();
const changed = createEvent();

/** Returns the form under which a job's unsent message is saved. */
export function draftForm(jobId: string): string {
  return `chat:${jobId}`;
}

function keyOf({ email, jobId }: Pick<OpenDraft, 'email' | 'jobId'>): string {
  return `${email}:${jobId}`;
}

function openDraft(email: string, jobId: string): OpenDraft {
  const key = keyOf({ email, jobId });
  const known = all.get(key);
  if (known) return known;
  const draft = emptyDraft();
  const open: OpenDraft = {
    email,
    jobId,
    draft,
    saver: saveSoon(() => save(open)),
    isEnqueuing: false,
    isSending: false,
    isUnsaved: false,
    taking: null,
  };
  all.set(key, open);
  saved.followDraft(
    email,
    draftForm(jobId),
    () => open.isUnsaved,
    (left) => takeOver(open, left),
  );
  return open;
}

/** Shows what another window has made of the draft. */
function takeOver(open: OpenDraft, left: saved.OpenedDraft | null): void {
  const show = async () => {
    const { files } = (await left?.bytes) ?? { files: noFiles };
    // A later one is shown instead, or what is typed here.
    if (open.taking !== taking) return;
    open.taking = null;
    open.draft = v.is(Saved, left?.content) ? draftOf(left.id, left.content, files) : emptyDraft();
    changed.emit();
  };
  const taking = show();
  open.taking = taking;
}

/** Returns this window's draft; `restoreDraft` adds what is saved on the device. */
export function chatDraft(email: string, jobId: string): Draft {
  return openDraft(email, jobId).draft;
}

/** Calls back when a draft of this window changed. @returns a function that ends it */
export const onDraftChange = changed.subscribe;

function put(open: OpenDraft, draft: Draft): Draft {
  open.draft = draft;
  open.taking = null;
  open.isUnsaved = true;
  open.saver.soon();
  changed.emit();
  return draft;
}

/** Replaces the draft and saves it soon. A changed draft is another message, so it gets a new id. */
export function changeDraft(
  email: string,
  jobId: string,
  { text, files, drawings }: Content & Partial<Pick<Draft, 'drawings'>>,
  id: string = crypto.randomUUID(),
): Draft {
  const open = openDraft(email, jobId);
  const before = open.draft;
  const shots = isEmpty({ text, files }) ? undefined : before.shots;
  const draft = put(open, { id, text, files, shots, drawings: drawings ?? before.drawings });
  // A phone may delete a file soon after it was picked.
  if (files !== before.files && files.length > 0) void open.saver.now();
  return draft;
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
  if (saved.draftTrouble(email, draftForm(jobId)) === 'all') return true;
  if (isBeingSent(email, jobId) || (await saved.hasFiles(email, draftForm(jobId), [copy]))) return true;
  putDrawing(email, jobId, drawing.id, latest);
  return false;
}

async function save(open: OpenDraft): Promise<void> {
  // What is on the device would be replaced: it is saved together with what was typed before it was read.
  await restoreDraft(open.email, open.jobId);
  if (!open.isUnsaved || open.isEnqueuing) return;
  const { email, jobId, draft } = open;
  open.isUnsaved = false;
  if (!isWorthSaving(draft)) return saved.dropDraft(email, draftForm(jobId));
  try {
    const { content, files } = savedOf(draft);
    await saved.saveDraft(email, draftForm(jobId), content, files, { id: draft.id });
  } catch (error) {
    console.warn('What is typed is not saved in this browser:', error);
    open.isUnsaved = true;
  }
}

/** Whether the message is being enqueued. */
export function isBeingSent(email: string, jobId: string): boolean {
  const { isSending, isEnqueuing } = openDraft(email, jobId);
  return isSending || isEnqueuing;
}

/** Whether anything typed or chosen is not saved on the device. */
export function hasUnsaved(): boolean {
  return [...all.values()].some(
    ({ draft, isUnsaved }) => isUnsaved && !(isEmpty(draft) && draft.drawings.length === 0),
  );
}

const restored = new Map<string, Promise<string[]>>();

/**
 * Restores a job's saved draft, once. What was typed before stays, below it.
 *
 * @returns the names of files that could not be saved
 */
export function restoreDraft(email: string, jobId: string): Promise<string[]> {
  const key = keyOf({ email, jobId });
  const restoring = restored.get(key) ?? restore(email, jobId).finally(() => restored.delete(key));
  restored.set(key, restoring);
  return restoring;
}

async function restore(email: string, jobId: string): Promise<string[]> {
  const open = openDraft(email, jobId);
  if (saved.isDraftRead(email, draftForm(jobId))) return [];
  const left = await saved.readDraft(email, draftForm(jobId));
  if (!left) return [];
  const { id, content } = left;
  if (!v.is(Saved, content)) return [];
  const now = open.draft;
  const draft = draftOf(id, content, left.files);
  if (isEmpty(now) && now.drawings.length === 0) {
    open.draft = draft;
    // Written again as it was read, it would be back where another window has sent it meanwhile.
    open.isUnsaved = false;
    changed.emit();
  } else {
    const drawings = [...now.drawings, ...draft.drawings];
    put(open, { id: crypto.randomUUID(), ...joined(draft, now), shots: draft.shots, drawings });
    // What was typed has waited for this read.
    void open.saver.now();
  }
  return left.missing;
}

saved.onDraftsOpenedLate({
  save: () => Promise.all([...all.values()].map(save)),
  find: () => Promise.all([...all.values()].map(({ email, jobId }) => restoreDraft(email, jobId))),
});

/**
 * Makes a message that waits the text of the composer again, in front of what is typed.
 *
 * @returns the names of files that are no longer on this device
 * @throws OutboxError when it left meanwhile
 */
export async function returnToDraft(email: string, record: RecordOf<'message'>): Promise<string[]> {
  const { jobId, payload } = record;
  const { content: text, shot, asks } = payload;
  await restoreDraft(email, jobId);
  const open = openDraft(email, jobId);
  await open.taking;
  const draft = await saved.prepareSend(email, draftForm(jobId));
  const shots =
    shot === undefined && asks === undefined
      ? open.draft.shots
      : { ...(shot !== undefined && { shot }), ...(asks && { asks }) };
  const { drawings } = open.draft;
  const whole = { id: crypto.randomUUID(), ...joined({ text, files: noFiles }, open.draft), shots, drawings };
  // Until the message and its files are in the composer, nothing without them may be written.
  open.isEnqueuing = true;
  try {
    const row = await returnMessageToDraft(record, {
      ...draft,
      id: whole.id,
      content: savedOf(whole).content,
      files: savedOf(whole).files.map(draftFileOf),
    });
    const own = { ...row, files: row.files.slice(0, record.files.length) };
    const { files, missing } =
      own.files.length > 0 ? await saved.returnedFiles(own) : { files: noFiles, missing: [] };
    put(open, { ...whole, ...joined({ text, files }, open.draft), shots });
    return missing;
  } finally {
    open.isEnqueuing = false;
    if (open.isUnsaved) open.saver.soon();
  }
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
  const open = openDraft(email, jobId);
  const rest = () => {
    const left = { ...withoutSent(open.draft, sent), drawings: open.draft.drawings };
    return isEmpty(left) && left.drawings.length === 0 ? null : savedOf(left);
  };
  // What is sent is not what the device has.
  if (open.taking) throw new OutboxError('changed-elsewhere');
  open.isSending = true;
  try {
    // Saves the text in case sending takes long.
    void open.saver.now();
    // A draft that is being read is another text: it stays.
    await restored.get(keyOf(open));
    const draft = await saved.prepareSend(email, draftForm(jobId), rest);
    // Until the commit, nothing that still contains the sent text may be written.
    open.isEnqueuing = true;
    await enqueue(draft);
    open.isEnqueuing = false;
    // Needed too where nothing can be saved, or where another window shows the same.
    changeDraft(email, jobId, withoutSent(open.draft, sent));
  } catch (error) {
    open.isUnsaved ||= !isChangedElsewhere(error);
    throw error;
  } finally {
    open.isEnqueuing = false;
    open.isSending = false;
    if (open.isUnsaved) open.saver.soon();
  }
}

function seenKey(email: string, jobId: string): string {
  return `seen:1:${email}:${jobId}`;
}

/** Returns the last message this reader saw on this device, for the "New" divider. */
export function lastSeen(email: string, jobId: string): string | null {
  return readLocalValue(seenKey(email, jobId));
}

export function saveLastSeen(email: string, jobId: string, communicationId: string): void {
  saveLocalValue(seenKey(email, jobId), communicationId);
}
