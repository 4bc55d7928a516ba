import { storageLost } from '../../storage.ts';
import { createStore } from '../../store.ts';
import { isTimeout, serialQueue, sleep, withTimeout } from '../../timing.ts';
import { Database } from '../records/database.ts';
import * as rows from '../records/draftRows.ts';
import { OutboxError } from '../records/OutboxError.ts';
import { isShareForm, noOwner } from '../records/shareRecord.ts';
import type { DraftFile, DraftRow } from '../records/stores.ts';
import { onRecordsOwner, recordsOwner } from '../records/waiting.ts';
import { draftChannel } from './draftChannel.ts';
import { copyFile, draftFileOf, forgetFiles, readDraftFiles } from './draftFiles.ts';
import { ShownDrafts } from './ShownDrafts.ts';
import { isPageLeft, onSaveNow, onWriting } from './saveNow.ts';
import { restoreStashed, stashDraft, unstashDraft } from './stashedDrafts.ts';

/**
 * A draft: what a user typed and chose, files included, saved on the device by owner and form until it is sent. Only shared content
 * is deleted by age, after a week.
 */
export type SavedDraft = {
  id: string;
  /** Seconds. */
  savedTimestamp: number;
  /** The content as it was saved; the form decides whether it still fits. */
  content: unknown;
  files: File[];
  /** Names of files that could not be saved. */
  missing: string[];
};

/** The files of a draft, whose bytes take longer to read than its text. */
export type DraftBytes = Promise<Pick<SavedDraft, 'files' | 'missing'>>;

/** A draft whose files are being read. */
export type FoundDraft = Pick<SavedDraft, 'id' | 'savedTimestamp' | 'content'> & {
  /** The files; null for a draft without any. It never rejects. */
  bytes: DraftBytes | null;
};

/** The database of drafts, and how far it is opened. One for each window; a test may use another factory. */
type Opened = { factory: IDBFactory; db: Database; ready?: Promise<unknown>; swept?: Promise<void> };
let opened: Opened | undefined;

/** A connection beside the outbox's own: drafts are read before that is loaded. */
function draftDatabase(): Opened {
  const factory = globalThis.indexedDB;
  if (opened?.factory !== factory) opened = { factory, db: new Database({ indexedDB: factory }) };
  return opened;
}

const openLimitMs = 3000;
/** Many large files may take longer, and come later then. */
const sweepLimitMs = 5000;
const sendLimitMs = 1000;
/** A transaction that takes longer no longer delays those after it. */
const workLimitMs = 10_000;
/** How long a form waits for its draft. */
const readLimitMs = 8000;
/** Time limit of reading a draft's bytes: only a browser that has lost them takes longer. */
const bytesLimitMs = 30_000;

type OpenedLate = {
  /** Saves what was typed meanwhile. */
  save?: () => unknown;
  /** Checks for a draft, once all input is saved and cannot be taken for it. */
  find?: () => unknown;
};
const openedLate = new Set<OpenedLate>();

/**
 * Calls back when drafts can be read later than a form waits: another window had an earlier version of the database open, or the
 * browser was slow with it or with its locks.
 *
 * @returns a function that stops it
 */
export function onDraftsOpenedLate(listener: OpenedLate): () => void {
  openedLate.add(listener);
  return () => openedLate.delete(listener);
}

async function notifyOpenedLate(): Promise<void> {
  await Promise.allSettled([...openedLate].map(async ({ save }) => save?.()));
  await Promise.allSettled([...openedLate].map(async ({ find }) => find?.()));
}

/**
 * Opens the drafts. A browser may never answer that request: then nothing waits longer than `openLimitMs` after the first call, and
 * later calls are rejected at once, until it does answer.
 */
function isReady(here: Opened): Promise<unknown> {
  if (here.ready) return here.ready;
  const opening = here.db.read(['drafts'], (tx) => tx.objectStore('drafts').count());
  const mine = withTimeout(opening, openLimitMs);
  here.ready = mine;
  mine.catch(() =>
    opening.then(
      () => {
        if (here.ready !== mine) return;
        here.ready = opening;
        void notifyOpenedLate();
      },
      // Refused, not timed out: the next call tries again.
      () => {
        if (here.ready === mine) delete here.ready;
      },
    ),
  );
  return mine;
}

/** Restores stashed drafts and deletes bytes that no draft lists; waits for that once, and only so long. */
function isSwept(here: Opened): Promise<void> {
  const sweeping = () => restoreStashed(here.db).then(() => rows.sweepChunks(here.db));
  here.swept ??= withTimeout(sweeping(), sweepLimitMs).catch(() => undefined);
  return here.swept;
}

/** Runs changes of drafts in the order of their calls. */
const queue = serialQueue();

function inOrder<T>(work: (db: Database) => Promise<T>): Promise<T> {
  return queue(async () => {
    const here = draftDatabase();
    await isReady(here);
    await isSwept(here);
    return withTimeout(work(here.db), workLimitMs).catch((error: unknown) => {
      // Checks that the database answers at all before anything waits as long again.
      if (isTimeout(error)) delete here.ready;
      throw error;
    });
  });
}

/** Resolves once all calls until now have ended. */
function whenWritten(): Promise<void> {
  return queue(async () => undefined);
}

/** Ids of users by email, also of one who has just signed out: a form that closes then still saves, and is refused. */
const uids = new Map<string, string>();

function noteUid(): void {
  const owner = recordsOwner();
  if (owner) uids.set(owner.email, owner.uid);
}

noteUid();
onRecordsOwner(noteUid);

function uidOf(email: string): string {
  return uids.get(email) ?? '';
}

function nameOf(owner: string, form: string): string {
  return `${owner} ${form}`;
}

const shown = new ShownDrafts(inOrder, draftChannel, isPageLeft);

/** Files of drafts that are on their way to their forms, which save them with what is typed meanwhile. */
const arriving = new Map<string, readonly DraftFile[]>();

function bytesOf(row: DraftRow): DraftBytes {
  const key = nameOf(row.owner, row.form);
  arriving.set(key, row.files);
  const names = row.files.map(({ name }) => name);
  const read = () => withTimeout(readDraftFiles(draftDatabase().db, row), bytesLimitMs);
  // Once more: the time of a page that was frozen meanwhile is over as it goes on, and what is not read would be deleted.
  return read()
    .catch(read)
    .catch(() => ({ files: [], missing: names }))
    .finally(() => arriving.get(key) === row.files && arriving.delete(key));
}

/** Reads a draft as `findDraft`, with its files. */
export async function readDraft(owner: string, form: string): Promise<SavedDraft | null> {
  const draft = await findDraft(owner, form);
  if (!draft) return null;
  const { bytes, ...text } = draft;
  return { ...text, ...((await bytes) ?? { files: [], missing: [] }) };
}

/**
 * Reads the draft of a form; null when there is none, or this browser stores nothing. Until its files are read they stay in what the form
 * saves; the form must not be sent before.
 *
 * @param owner email
 */
export async function findDraft(owner: string, form: string): Promise<FoundDraft | null> {
  // A form that waits no longer does not show the draft, and so must not write over it.
  let isGivenUp = false;
  try {
    const query = shown.read({ owner, form }, () => !isGivenUp);
    const row = await withTimeout(query, readLimitMs).catch((error) => {
      isGivenUp = true;
      query.then(notifyOpenedLate, () => undefined);
      throw error;
    });
    return row ? foundIn(row) : null;
  } catch (error) {
    console.warn('The drafts cannot be read in this browser:', error);
    return null;
  }
}

function foundIn(row: DraftRow): FoundDraft {
  const { id, savedTimestamp, content, files } = row;
  return { id, savedTimestamp, content, bytes: files.length > 0 ? bytesOf(row) : null };
}

/** Whether this window has read a form's draft, or found none. */
export function isDraftRead(owner: string, form: string): boolean {
  return shown.isRead({ owner, form });
}

/** Takes over a draft that another window has changed, if its form follows it. */
export function takeOverDraft(owner: string, form: string): void {
  shown.takeOver({ owner, form });
}

/**
 * Calls back with the draft of a form (null for none) that another window has changed: at once, and when this window is used again.
 *
 * @param isBusy whether something is typed here that is not saved yet, or is being sent: then nothing is taken over
 * @returns a function that unsubscribes
 */
export function followDraft(
  owner: string,
  form: string,
  isBusy: () => boolean,
  take: (draft: FoundDraft | null) => void,
): () => void {
  return shown.follow({ owner, form }, isBusy, (row, gone) => {
    forgetFiles(gone);
    arriving.delete(nameOf(owner, form));
    take(row && foundIn(row));
  });
}

/** The part of a form that could not be saved on this device: some chosen files, or not even the text. */
export type DraftTrouble = { files: readonly string[] } | 'all';
const troubles = createStore<ReadonlyMap<string, DraftTrouble>>(new Map());

/** Calls back when the result of `draftTrouble` has changed. @returns a function that unsubscribes */
export const onDraftTrouble = troubles.subscribe;

/** Returns what the last save of a form in this window could not save; null when it saved everything, or there is nothing to save. */
export function draftTrouble(owner: string, form: string): DraftTrouble | null {
  return troubles.get().get(nameOf(owner, form)) ?? null;
}

/** Whether anything that is typed or chosen in this window is not saved. */
export function hasDraftTrouble(): boolean {
  return troubles.get().size > 0;
}

function noteTrouble(owner: string, form: string, trouble: DraftTrouble | null): void {
  if (!trouble && !draftTrouble(owner, form)) return;
  const next = new Map(troubles.get());
  if (trouble) next.set(nameOf(owner, form), trouble);
  else next.delete(nameOf(owner, form));
  troubles.set(next);
}

type SaveOptions = {
  /** A new one with each change. */
  id?: string;
  /** Called with the names of files that could not be saved. */
  onUnsaved?: (names: string[]) => void;
};

/**
 * Saves a form. The text is saved when the promise resolves; the bytes of new files follow by themselves. What cannot be saved is
 * noted for the screen (`draftTrouble`).
 *
 * @param content plain data
 * @returns false where it was handed over meanwhile: then nothing is written
 * @throws what the browser's database throws, and OutboxError `changed-elsewhere` where there is a draft that this window has not
 *   shown: then not even the text is saved
 */
export async function saveDraft(
  owner: string,
  form: string,
  content: unknown,
  files: readonly File[] = [],
  { id = crypto.randomUUID(), onUnsaved = () => undefined }: SaveOptions = {},
): Promise<boolean> {
  const key = { owner, form };
  const name = nameOf(owner, form);
  const row = { ...key, id, uid: uidOf(owner), savedTimestamp: Date.now() / 1000, content };
  // They may have arrived by the time it is written, and not be among `files`.
  const late = arriving.get(name) ?? [];
  const entries = () => [...files.map(draftFileOf), ...late];
  const isRead = isDraftRead(owner, form);
  const { ids = [] } = unwritten.get(name) ?? {};
  const before = [...shown.known(key), ...ids];
  const stash = () => stashDraft('left', { ...row, files: entries(), isRead, before });
  unwritten.set(name, { stash, ids: [...ids, id] });
  if (isPageLeft()) stash();
  const writing = shown.save(key, () => ({ ...row, files: entries() }));
  const isLast = () => unwritten.get(name)?.stash === stash && unwritten.delete(name);
  writing.then(() => isLast() && unstashDraft('left', key), isLast);
  const written = writing.catch((error: unknown) => {
    const isLost = error instanceof OutboxError && error.code === 'lost';
    if (!isLost || !stashDraft('lost', { ...row, files: entries(), isRead: isDraftRead(owner, form) })) {
      console.warn('What is typed is not saved in this browser:', error);
      noteTrouble(owner, form, 'all');
      throw error;
    }
    const unsaved = entries().flatMap(({ name, whole }) => (whole ? [] : name));
    noteTrouble(owner, form, unsaved.length > 0 ? { files: unsaved } : null);
    return undefined;
  });
  const saving = written.then(async (gone) => {
    if (gone === undefined) return;
    if (draftTrouble(owner, form) === 'all') noteTrouble(owner, form, null);
    if (!gone) return;
    forgetFiles(gone);
    const names = await copyAll(row, files);
    if (draftTrouble(owner, form) !== 'all')
      noteTrouble(owner, form, names.length > 0 ? { files: names } : null);
    onUnsaved(names);
    // Only now can another window read all of it.
    shown.announce(key);
  });
  // Added before the write ends: `onWriting` reads the set as soon as it has.
  saves.add(saving);
  saving.catch(() => undefined).finally(() => saves.delete(saving));
  return (await written) !== null;
}

/** Stashes of the drafts whose text is being written, and the ids of those that were to be written before: one of them may be the last. */
const unwritten = new Map<string, { stash: () => unknown; ids: readonly string[] }>();
onSaveNow(() => {
  if (isPageLeft()) for (const { stash } of unwritten.values()) stash();
});

/** Saves whose text or bytes are being written. */
const saves = new Set<Promise<void>>();
onWriting(async () => {
  await whenWritten();
  await Promise.allSettled([...saves]);
});

/**
 * Copies files one after the other: a phone has no memory for all of them at once.
 *
 * @returns the names of those that could not be copied; one that has left the draft meanwhile was not to be
 */
async function copyAll(row: Omit<DraftRow, 'files'>, files: readonly File[]): Promise<string[]> {
  const unkept: string[] = [];
  for (const file of files) {
    const isCopied = await copyFile(draftDatabase().db, row.uid, file);
    if (!isCopied && shown.lists(row, draftFileOf(file))) unkept.push(file.name);
  }
  return unkept;
}

/**
 * What became of a draft that was to be deleted; `changed`: another window has changed or sent it since this one has shown it, so it stays.
 */
type Dropped = 'gone' | 'changed' | 'refused';

/** Deletes a draft and its files. @returns `refused` where the device keeps what this window shows */
export async function dropDraft(owner: string, form: string): Promise<Dropped> {
  const key = { owner, form };
  const trouble = draftTrouble(owner, form);
  noteTrouble(owner, form, null);
  try {
    unstashDraft('left', key);
    const gone = await shown.drop(key);
    forgetFiles(gone ?? []);
    return gone ? 'gone' : 'changed';
  } catch (error) {
    console.warn('A draft cannot be taken away in this browser:', error);
    if (!shown.isOnDevice(key)) return 'gone';
    noteTrouble(owner, form, trouble);
    return 'refused';
  } finally {
    // Only now: a save before it may have been the first to meet the loss.
    if (storageLost.get()) unstashDraft('lost', key);
  }
}

/**
 * Prepares a record to be made from the draft of a form, in one transaction with its removal. Cancels earlier writes of the draft that
 * have not begun.
 */
export async function prepareSend(
  owner: string,
  form: string,
  rest: () => { content: unknown; files: readonly File[] } | null = () => null,
): Promise<rows.SentDraft> {
  // Earlier writes go first; a database that does not answer delays nothing.
  await Promise.race([whenWritten(), sleep(sendLimitMs)]);
  const left = () => {
    const draft = rest();
    return draft && { content: draft.content, files: draft.files.map(draftFileOf) };
  };
  const key = { owner, form };
  return shown.prepareSend(key, left, (gone) => {
    unstashDraft('left', key);
    forgetFiles(gone);
  });
}

/** Reads the files of a draft that a record has become (`Outbox.returnToDraft`). */
export function returnedFiles(row: DraftRow): DraftBytes {
  return bytesOf(row);
}

/** Returns when the draft of a form was saved, in seconds; null without one. Reads no files. */
export async function draftTime(owner: string, form: string): Promise<number | null> {
  const row = await inOrder((db) => rows.getDraft(db, { owner, form })).catch(() => null);
  return row?.savedTimestamp ?? null;
}

/** Reads a user's drafts. */
function allDrafts(owner: string): Promise<DraftRow[]> {
  return inOrder((db) => db.read(['drafts'], (tx) => tx.objectStore('drafts').getAll(rows.ofOwner(owner))));
}

/** Returns a user's drafts of forms of one kind, by what follows its name in theirs. Reads no files. @param kind such as `chat` */
export async function draftsOf(owner: string, kind: string): Promise<ReadonlyMap<string, DraftRow>> {
  const start = `${kind}:`;
  const rows = (await allDrafts(owner).catch(() => [])).filter(({ form }) => form.startsWith(start));
  return new Map(rows.map((row) => [row.form.slice(start.length), row]));
}

/** Counts a user's drafts on this device. */
export async function countDrafts(owner: string): Promise<number> {
  return (await allDrafts(owner)).length;
}

/** Whether the draft of a form lists these files with all their bytes. */
export async function hasFiles(owner: string, form: string, files: readonly File[]): Promise<boolean> {
  if (files.length === 0) return true;
  const record = await inOrder((db) => rows.getDraft(db, { owner, form })).catch(() => undefined);
  const saved = new Set(record?.files.flatMap(({ id, whole }) => (whole ? [id] : [])));
  return files.every((file) => saved.has(draftFileOf(file).id));
}

const shareKeptSeconds = 7 * 24 * 60 * 60;

/**
 * Returns the forms of shared content whose job is not picked yet, newest first, to be read as any draft. Content shared while nobody
 * was signed in becomes this user's; content older than a week is deleted.
 */
export async function sharesOf(owner: string, nowSeconds = Math.floor(Date.now() / 1000)): Promise<string[]> {
  try {
    await inOrder((db) => adoptShares(db, owner));
    const shares = (await allDrafts(owner)).filter(({ form }) => isShareForm(form));
    const isOld = ({ savedTimestamp }: DraftRow) => savedTimestamp < nowSeconds - shareKeptSeconds;
    for (const { form } of shares.filter(isOld)) await dropDraft(owner, form);
    const current = shares.filter((share) => !isOld(share));
    waitingShares.set(current.length);
    return current.sort((a, b) => b.savedTimestamp - a.savedTimestamp).map(({ form }) => form);
  } catch (error) {
    console.warn('What was shared cannot be read in this browser:', error);
    return [];
  }
}

const waitingShares = createStore(0);

/** Returns the number of shares that the last `sharesOf` found. */
export const sharesWaiting = waitingShares.get;

async function adoptShares(db: Database, owner: string): Promise<void> {
  const uid = uidOf(owner);
  await db.writeAs(uid, ['drafts'], async (tx) => {
    const drafts = tx.objectStore('drafts');
    for (const share of await drafts.getAll(rows.ofOwner(noOwner))) {
      await drafts.put({ ...share, owner, uid });
      await drafts.delete(rows.keyOf(share));
    }
  });
}
