import { chunksOf, type DraftDatabase, type DraftRecord, onDrafts } from './draftDatabase.ts';
import { bytesAreGone, copyFile, draftFileOf, filesOf } from './draftFiles.ts';
import { onWriting } from './keepNow.ts';
import { isShareForm, nobody } from './shareRecord.ts';

/**
 * Forms as they are typed, files included, kept on the device by person and form until they are sent. Nothing here is
 * deleted by age but what was shared and not wanted for a week. Sign-out empties the database with everything else that is personal (`forgetPerson`).
 */
export type LeftDraft = {
  /** Seconds. */
  savedTimestamp: number;
  /** As it was given; whether it still fits the form is for the form to say. */
  content: unknown;
  files: File[];
  /** Names of files that could not be kept. */
  missing: string[];
};

/** Changes of one draft happen in the order they were asked for. */
let last: Promise<unknown> = Promise.resolve();

function inOrder<T>(work: (database: DraftDatabase) => Promise<T>): Promise<T> {
  const mine = last.then(() => onDrafts(work));
  last = mine.catch(() => undefined);
  return mine;
}

/**
 * Puts a draft in place of the one before, or takes it away. The write is asked for and committed without a pause: a page
 * that is going away gets no answer any more. Then the bytes of files go that only the draft before had.
 */
async function replace(database: DraftDatabase, key: [string, string], now: DraftRecord | null) {
  const tx = database.transaction('drafts', 'readwrite');
  const reading = tx.store.get(key);
  const writing = now ? tx.store.put(now) : tx.store.delete(key);
  tx.commit();
  const [before] = await Promise.all([reading, writing, tx.done]);
  const stays = new Set(now?.files.map(({ id }) => id));
  const gone = (before?.files ?? []).flatMap(({ id }) => (stays.has(id) ? [] : [id]));
  if (gone.length === 0) return;
  // What went over to another draft is that one's now.
  for (const { files } of await database.getAll('drafts')) for (const { id } of files) stays.add(id);
  const dropped = gone.filter((id) => !stays.has(id));
  bytesAreGone(dropped);
  for (const id of dropped) await database.delete('chunks', chunksOf(id));
}

/** Takes away bytes that no draft lists: the page ended between the two. Asks for the bytes first, because a draft comes before its bytes. */
async function sweep(database: DraftDatabase): Promise<void> {
  const ids = new Set((await database.getAllKeys('chunks')).map(([id]) => id));
  const drafts = ids.size > 0 ? await database.getAll('drafts') : [];
  for (const { files } of drafts) for (const { id } of files) ids.delete(id);
  for (const id of ids) await database.delete('chunks', chunksOf(id));
}

let swept = false;

/**
 * What a person left in a form; null when there is nothing, or this browser keeps nothing.
 *
 * @param owner e-mail
 */
export async function readDraft(owner: string, form: string): Promise<LeftDraft | null> {
  try {
    if (!swept) await inOrder(sweep);
    swept = true;
    const record = await inOrder((database) => database.get('drafts', [owner, form]));
    if (!record) return null;
    const { savedTimestamp, content } = record;
    return { savedTimestamp, content, ...(await filesOf(record)) };
  } catch (error) {
    console.warn('The drafts cannot be read in this browser:', error);
    return null;
  }
}

/**
 * Keeps a form as it stands. The text is kept when the promise resolves; the bytes of new files follow by themselves.
 *
 * @param content plain data
 * @param onUnkept told the names of files that could not be kept, once that is known
 * @throws what the browser's database throws: then not even the text is kept
 */
export async function keepDraft(
  owner: string,
  form: string,
  content: unknown,
  files: readonly File[] = [],
  onUnkept: (names: string[]) => void = () => undefined,
): Promise<void> {
  await inOrder((database) =>
    replace(database, [owner, form], {
      owner,
      form,
      savedTimestamp: Math.floor(Date.now() / 1000),
      content,
      files: files.map(draftFileOf),
    }),
  );
  const copying = copyAll(owner, form, files).then(onUnkept);
  copies.add(copying);
  void copying.finally(() => copies.delete(copying));
}

/** Bytes that are being copied. */
const copies = new Set<Promise<void>>();
onWriting(async () => {
  await last;
  await Promise.allSettled([...copies]);
});

/** One after the other: a phone has no memory for all of them at once. */
async function copyAll(owner: string, form: string, files: readonly File[]): Promise<string[]> {
  const unkept: string[] = [];
  for (const file of files) if (!(await copyFile(file, owner, form))) unkept.push(file.name);
  return unkept;
}

/** Forgets a draft and its files: it was sent, or its author does not want it. */
export async function dropDraft(owner: string, form: string): Promise<void> {
  try {
    await inOrder((database) => replace(database, [owner, form], null));
  } catch (error) {
    console.warn('A draft cannot be taken away in this browser:', error);
  }
}

/** When a form was left with a draft, in seconds; null when it was not. Reads no files. */
export async function draftTime(owner: string, form: string): Promise<number | null> {
  try {
    const record = await inOrder((database) => database.get('drafts', [owner, form]));
    return record?.savedTimestamp ?? null;
  } catch {
    return null;
  }
}

/** Forgets what others left on this device, by a crash while they signed out. */
export async function dropDraftsOfOthers(owner: string): Promise<void> {
  try {
    const all = await inOrder((database) => database.getAllKeys('drafts'));
    for (const [other, form] of all) if (other !== owner && other !== nobody) await dropDraft(other, form);
  } catch {
    // What cannot be opened holds nothing of anybody.
  }
}

/** Whether a draft lists these files with all their bytes. */
export async function holdsFiles(owner: string, form: string, files: readonly File[]): Promise<boolean> {
  if (files.length === 0) return true;
  const record = await inOrder((database) => database.get('drafts', [owner, form])).catch(() => undefined);
  const held = new Set(record?.files.flatMap(({ id, whole }) => (whole ? [id] : [])));
  return files.every((file) => held.has(draftFileOf(file).id));
}

const shareKeptSeconds = 7 * 24 * 60 * 60;

/**
 * What was shared with the app and waits for a person to say for which job, newest first: its forms, to be read as any draft.
 * What came while nobody was signed in is theirs from here on; what is older than a week goes.
 */
export async function sharesOf(owner: string, nowSeconds = Math.floor(Date.now() / 1000)): Promise<string[]> {
  try {
    await inOrder((database) => adoptShares(database, owner));
    const all = await inOrder((database) => database.getAll('drafts', ofOwner(owner)));
    const shares = all.filter(({ form }) => isShareForm(form));
    const isOld = ({ savedTimestamp }: DraftRecord) => savedTimestamp < nowSeconds - shareKeptSeconds;
    for (const { form } of shares.filter(isOld)) await dropDraft(owner, form);
    const kept = shares.filter((share) => !isOld(share));
    waitingShares = kept.length;
    return kept.sort((a, b) => b.savedTimestamp - a.savedTimestamp).map(({ form }) => form);
  } catch (error) {
    console.warn('What was shared cannot be read in this browser:', error);
    return [];
  }
}

let waitingShares = 0;

/** How many there were when somebody last looked. */
export function sharesWaiting(): number {
  return waitingShares;
}

function ofOwner(owner: string): IDBKeyRange {
  return IDBKeyRange.bound([owner], [owner, []]);
}

async function adoptShares(database: DraftDatabase, owner: string): Promise<void> {
  const tx = database.transaction('drafts', 'readwrite');
  for (const share of await tx.store.getAll(ofOwner(nobody))) {
    await tx.store.put({ ...share, owner });
    await tx.store.delete([nobody, share.form]);
  }
  await tx.done;
}
