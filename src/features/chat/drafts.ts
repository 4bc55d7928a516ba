import * as v from 'valibot';
import { draftFileOf } from '../../outbox/drafts/draftFiles.ts';
import type { SentDraft } from '../../outbox/drafts/draftRows.ts';
import * as saved from '../../outbox/drafts/drafts.ts';
import { saveSoon } from '../../outbox/drafts/saveNow.ts';
import { isChangedElsewhere } from '../../outbox/OutboxError.ts';
import type { RecordOf } from '../../outbox/records/record.ts';
import { takeBackMessage } from '../../outbox/sendMessages.ts';
import { createEvent } from '../../store.ts';
import { isSameFile } from '../../ui/files/pickedFile.ts';
import { readLocalValue, saveLocalValue } from '../../ui/localValue.ts';

/** An unsent message, by reader and job: in memory, and saved on the device a moment after a key (`outbox/drafts/drafts.ts`). */
export type Draft = {
  /** Belongs to this text and these files, also after a reload and in every window, so that they are sent once. */
  id: string;
  text: string;
  files: readonly File[];
  /** The shots of checklists that it answers or asks for, when it was a message before. */
  shots?: Shots | undefined;
};

type Shots = Pick<RecordOf<'message'>['payload'], 'shot' | 'asks'>;

type Content = Pick<Draft, 'text' | 'files'>;

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
  /** The form of another draft that was merged into this one. */
  insteadOf?: string | undefined;
};

const Saved = v.object({
  version: v.literal(1),
  text: v.string(),
  shots: v.exactOptional(
    v.object({ shot: v.exactOptional(v.string()), asks: v.exactOptional(v.array(v.string())) }),
  ),
});

const all = new Map<string, OpenDraft>();
const noFiles: readonly File[] = [];
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
  const draft = { id: crypto.randomUUID(), text: '', files: noFiles };
  const open: OpenDraft = {
    email,
    jobId,
    draft,
    saver: saveSoon(() => save(open)),
    isEnqueuing: false,
    isSending: false,
    isUnsaved: false,
  };
  all.set(key, open);
  saved.followDraft(
    email,
    draftForm(jobId),
    () => open.isUnsaved,
    (left) => void takeOver(open, left),
  );
  return open;
}

/** Shows what another window has made of the draft. */
async function takeOver(open: OpenDraft, left: saved.OpenedDraft | null): Promise<void> {
  const before = open.draft;
  const { files } = (await left?.bytes) ?? { files: noFiles };
  if (open.draft !== before) return;
  open.draft = v.is(Saved, left?.content)
    ? { ...left.content, id: left.id, files }
    : { id: crypto.randomUUID(), text: '', files: noFiles };
  changed.emit();
}

/** Returns this window's draft; `restoreDraft` adds what is saved on the device. */
export function readDraft(email: string, jobId: string): Draft {
  return openDraft(email, jobId).draft;
}

/** Calls back when a draft of this window changed. @returns what ends it */
export const onDraftChange = changed.subscribe;

function put(open: OpenDraft, draft: Draft): Draft {
  open.draft = draft;
  open.isUnsaved = true;
  open.saver.soon();
  changed.emit();
  return draft;
}

/**
 * Replaces the draft and saves it soon. A changed draft is another message, so it gets a new id.
 *
 * @param from the form of another draft, which is deleted when this one is saved
 */
export function changeDraft(
  email: string,
  jobId: string,
  { text, files }: Content,
  id: string = crypto.randomUUID(),
  from?: string,
): Draft {
  const open = openDraft(email, jobId);
  if (from !== undefined) open.insteadOf = from;
  const before = open.draft;
  const draft = put(open, { id, text, files, shots: isEmpty({ text, files }) ? undefined : before.shots });
  // A phone may delete a file soon after it was picked.
  if (files !== before.files && files.length > 0) void open.saver.now();
  return draft;
}

/** Stands between two texts that are joined. */
const gap = '\n\n';

/** Puts text and files in front of what is being typed. Too many files are not sent, but kept. */
function joined({ text, files }: Content, now: Content): Content {
  const more = now.files.filter((file) => !files.some((other) => isSameFile(other, file)));
  return { text: [text, now.text].filter(Boolean).join(gap), files: [...files, ...more] };
}

function isEmpty({ text, files }: Content): boolean {
  return text === '' && files.length === 0;
}

/** The sign-out asks about saved drafts; spaces alone are not worth it. */
function isWorthSaving({ text, files }: Content): boolean {
  return !isEmpty({ text: text.trim(), files });
}

function contentOf({ text, shots }: Pick<Draft, 'text' | 'shots'>) {
  return { version: 1, text, ...(shots && { shots }) };
}

async function save(open: OpenDraft): Promise<void> {
  // What is on the device would be replaced: it is saved together with what was typed before it was read.
  await restoreDraft(open.email, open.jobId);
  if (!open.isUnsaved || open.isEnqueuing) return;
  const { email, jobId, draft, insteadOf } = open;
  open.isUnsaved = false;
  if (!isWorthSaving(draft)) return saved.dropDraft(email, draftForm(jobId));
  try {
    await saved.saveDraft(email, draftForm(jobId), contentOf(draft), draft.files, {
      id: draft.id,
      insteadOf,
    });
    open.insteadOf = undefined;
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
  return [...all.values()].some(({ draft, isUnsaved }) => isUnsaved && !isEmpty(draft));
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
  const { text, shots } = content;
  const draft = { id, text, files: left.files, shots };
  if (isEmpty(now)) {
    open.draft = draft;
    changed.emit();
  } else {
    put(open, { id: crypto.randomUUID(), ...joined(draft, now), shots });
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
export async function takeBack(email: string, record: RecordOf<'message'>): Promise<string[]> {
  const { jobId, payload } = record;
  const { content: text, shot, asks } = payload;
  await restoreDraft(email, jobId);
  const open = openDraft(email, jobId);
  const draft = await saved.sentDraft(email, draftForm(jobId));
  const shots =
    shot === undefined && asks === undefined
      ? open.draft.shots
      : { ...(shot !== undefined && { shot }), ...(asks && { asks }) };
  const whole = { id: crypto.randomUUID(), ...joined({ text, files: noFiles }, open.draft), shots };
  // Until the message and its files are in the composer, nothing without them may be written.
  open.isEnqueuing = true;
  try {
    const row = await takeBackMessage(record, {
      ...draft,
      id: whole.id,
      content: contentOf(whole),
      files: whole.files.map(draftFileOf),
    });
    const own = { ...row, files: row.files.slice(0, record.files.length) };
    const { files, missing } =
      own.files.length > 0 ? await saved.filesTakenBack(own) : { files: noFiles, missing: [] };
    put(open, { ...whole, ...joined({ text, files }, open.draft), shots });
    return missing;
  } finally {
    open.isEnqueuing = false;
    if (open.isUnsaved) open.saver.soon();
  }
}

function textWithoutSent(now: string, sent: string): string {
  if (now.startsWith(sent)) return now.slice(sent.length).trimStart();
  return now.endsWith(gap + sent) ? now.slice(0, -(gap + sent).length) : now;
}

/** Returns what was typed and chosen, or restored, while `sent` was being enqueued. */
function withoutSent(now: Content, sent: Content): Content {
  const files = now.files.filter((file) => !sent.files.includes(file));
  return { text: textWithoutSent(now.text, sent.text), files: files.length === 0 ? noFiles : files };
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
    const left = withoutSent(open.draft, sent);
    return isEmpty(left) ? null : { content: contentOf(left), files: left.files };
  };
  open.isSending = true;
  try {
    // Saves the text in case sending takes long.
    void open.saver.now();
    // A draft that is being read is another text: it stays.
    await restored.get(keyOf(open));
    const draft = await saved.sentDraft(email, draftForm(jobId), rest);
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
