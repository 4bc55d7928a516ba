import * as v from 'valibot';
import type { SentDraft } from '../../outbox/drafts/draftRows.ts';
import * as saved from '../../outbox/drafts/drafts.ts';
import { saveSoon } from '../../outbox/drafts/keepNow.ts';
import { createEvent } from '../../store.ts';
import { joined } from './chosenFiles.ts';

/**
 * What a person has typed and chosen for a job but not sent, by reader and job: in memory for the screen, and saved on the device
 * a moment after a key. Each window has its own; see `outbox/drafts.ts` for what becomes of those of closed windows.
 */
export type Draft = {
  /** Of these very words and files, also after a reload: under it, sending them twice sends them once. */
  id: string;
  text: string;
  files: readonly File[];
};

type Content = Pick<Draft, 'text' | 'files'>;

type Held = {
  email: string;
  jobId: string;
  draft: Draft;
  saver: ReturnType<typeof saveSoon>;
  /** It was sent and is not confirmed as enqueued yet: nothing is saved in between. */
  isLeaving: boolean;
  unsaved: boolean;
  /** Of drafts that this window saved itself: read again later, they are nothing that was left. */
  savedIds: Set<string>;
  /** Another draft, whose text stands in this one. */
  insteadOf?: string | undefined;
};

const Saved = v.object({ version: v.literal(2), id: v.string(), text: v.string() });
/** Of an earlier version, which saved the files alone. */
const FilesOnly = v.object({ version: v.literal(1) });

const all = new Map<string, Held>();
const noFiles: readonly File[] = [];
const changed = createEvent();

/** Under which name a job's unsent message is saved. */
export function formOf(jobId: string): string {
  return `chat:${jobId}`;
}

function heldOf(email: string, jobId: string): Held {
  const key = `${email}:${jobId}`;
  const known = all.get(key);
  if (known) return known;
  const draft = { id: crypto.randomUUID(), text: '', files: noFiles };
  const held: Held = {
    email,
    jobId,
    draft,
    saver: saveSoon(() => save(held)),
    isLeaving: false,
    unsaved: false,
    savedIds: new Set(),
  };
  all.set(key, held);
  return held;
}

/** As it stands in this window; what was left on the device comes with `restoreDraft`. */
export function readDraft(email: string, jobId: string): Draft {
  return heldOf(email, jobId).draft;
}

/** Called whenever any draft of this window is another one. @returns what stops it */
export const onDraftChange = changed.subscribe;

function put(held: Held, draft: Draft): Draft {
  held.draft = draft;
  held.unsaved = true;
  held.saver.soon();
  changed.emit();
  return draft;
}

/**
 * Puts this in place of the draft before, and saves it soon.
 *
 * @param id what changes is another message, and gets a new one
 */
export function keepDraft(
  email: string,
  jobId: string,
  { text, files }: Content,
  id: string = crypto.randomUUID(),
): Draft {
  const held = heldOf(email, jobId);
  const before = held.draft;
  const draft = put(held, { id, text, files });
  // A file may be taken away by the phone that chose it.
  if (files !== before.files && files.length > 0) void held.saver.now();
  return draft;
}

/** Puts words and files in front of what is being typed, in one draft. */
function joinedWith({ text, files }: Content, now: Content): Content {
  return {
    text: [text, now.text].filter(Boolean).join('\n\n'),
    files: joined(files, now.files).files,
  };
}

function isEmpty({ text, files }: Content): boolean {
  return text === '' && files.length === 0;
}

/** Spaces alone are nothing to ask about at a sign-out. */
function isWorthSaving({ text, files }: Content): boolean {
  return !isEmpty({ text: text.trim(), files });
}

function contentOf({ id, text }: Draft) {
  return { version: 2, id, text };
}

async function save(held: Held): Promise<void> {
  if (!held.unsaved || held.isLeaving) return;
  const { email, jobId, draft } = held;
  held.unsaved = false;
  if (!isWorthSaving(draft)) return saved.dropDraft(email, formOf(jobId));
  held.savedIds.add(draft.id);
  try {
    await saved.keepDraft(email, formOf(jobId), contentOf(draft), draft.files, undefined, held.insteadOf);
    held.insteadOf = undefined;
  } catch (error) {
    console.warn('What is typed is not saved in this browser:', error);
    held.unsaved = true;
  }
}

/** Whether anything is typed or chosen that is not saved on the device. */
export function hasUnsaved(): boolean {
  return [...all.values()].some(({ draft, unsaved }) => unsaved && !isEmpty(draft));
}

const restored = new Map<string, Promise<string[]>>();

/**
 * Brings back what was left on the device for a job: this window's, or what a closed window left, the newest first; once for every
 * time that nothing is being typed. What was typed while it was read stays.
 *
 * @returns the names of files that could not be kept
 */
export function restoreDraft(email: string, jobId: string): Promise<string[]> {
  const key = `${email}:${jobId}`;
  const mine = restored.get(key) ?? bringBack(email, jobId).finally(() => restored.delete(key));
  restored.set(key, mine);
  return mine;
}

async function bringBack(email: string, jobId: string): Promise<string[]> {
  const held = heldOf(email, jobId);
  if (!isEmpty(held.draft)) return [];
  const left = await saved.readDraft(email, formOf(jobId));
  if (!left) return [];
  const content = v.is(Saved, left.content) ? left.content : null;
  if (!content && !v.is(FilesOnly, left.content)) return [];
  if (content && held.savedIds.has(content.id)) return [];
  const now = held.draft;
  const draft = { id: content?.id ?? crypto.randomUUID(), text: content?.text ?? '', files: left.files };
  if (isEmpty(now)) {
    held.draft = draft;
    changed.emit();
  } else put(held, { id: crypto.randomUUID(), ...joinedWith(draft, now) });
  return left.missing;
}

saved.onDraftsOpenedLate({
  save: () => Promise.all([...all.values()].map(save)),
  find: () => Promise.all([...all.values()].map(({ email, jobId }) => restoreDraft(email, jobId))),
});

/** Puts what was written elsewhere in front of what is being typed. @param from the draft it was saved in, which goes as this one is saved */
export function addInFront(email: string, jobId: string, content: Content, from?: string): Draft {
  heldOf(email, jobId).insteadOf = from;
  return keepDraft(email, jobId, joinedWith(content, readDraft(email, jobId)));
}

/** What is left of a draft once `sent` is enqueued: what was typed and chosen while that went on. */
function withoutSent(now: Content, sent: Content): Content {
  const text = now.text.startsWith(sent.text) ? now.text.slice(sent.text.length).trimStart() : now.text;
  const files = now.files.filter((file) => !sent.files.includes(file));
  return { text, files: files.length === 0 ? noFiles : files };
}

/**
 * Sends a draft: it goes off the device in the transaction that enqueues the message, and off the screen after it.
 *
 * @param enqueue must pass the saved draft on to the outbox
 */
export async function sendDraft(
  email: string,
  jobId: string,
  sent: Draft,
  enqueue: (draft: SentDraft) => Promise<unknown>,
): Promise<void> {
  const held = heldOf(email, jobId);
  const rest = () => {
    const left = withoutSent(held.draft, sent);
    if (isEmpty(left)) return null;
    return { content: contentOf({ id: crypto.randomUUID(), ...left }), files: left.files };
  };
  try {
    // The text is on the device however long the sending takes.
    void held.saver.now();
    const draft = await saved.sentDraft(email, formOf(jobId), rest);
    // From here to the commit, nothing that still has the sent words in it may be written.
    held.isLeaving = true;
    await enqueue(draft);
    held.isLeaving = false;
    // Where nothing can be saved, or another window shows the same, the write is needed too.
    keepDraft(email, jobId, withoutSent(held.draft, sent));
  } catch (error) {
    held.unsaved = true;
    throw error;
  } finally {
    held.isLeaving = false;
    if (held.unsaved) held.saver.soon();
  }
}

function seenKey(email: string, jobId: string): string {
  return `seen:1:${email}:${jobId}`;
}

/** The last message this reader saw on this device, for the "new" divider. */
export function lastSeen(email: string, jobId: string): string | null {
  return stored(seenKey(email, jobId));
}

export function keepSeen(email: string, jobId: string, communicationId: string): void {
  store(seenKey(email, jobId), communicationId);
}

// Storage may be full or forbidden (private windows): then these live no longer than the page.
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // see above
  }
}
