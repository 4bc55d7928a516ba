import type { Database } from './database.ts';
import type { OutboxRecord } from './record.ts';
import { chunksOf } from './schema.ts';
import type { DraftFile, DraftKey, DraftRow, EraseTx, WriteTx } from './stores.ts';

/** Drafts in the outbox's database: one row for each user and form. */

/** The draft that a record is made from: it is removed in the transaction that adds the record. */
export type SentDraft = DraftKey & {
  /** The key of the record; for a saved draft the same in all windows. */
  clientId?: string | undefined;
  /**
   * Returns whether what is found in that transaction, a row or none, is what was sent; false leaves it. May run twice.
   *
   * @throws OutboxError `changed-elsewhere`: then nothing is stored
   */
  isSent?: (found: DraftRow | undefined) => boolean;
  /** Called in that transaction. Returns what was typed since, which stays as the draft; null for nothing. */
  rest?: () => Pick<DraftRow, 'content' | 'files'> | null;
  /** Called after that transaction with the draft that is left, and the ids of the files whose bytes were removed. */
  onSent?: (left: DraftRow | null, gone: readonly string[]) => void;
};

export const draftStores: ['drafts', 'draftChunks'] = ['drafts', 'draftChunks'];

export function keyOf({ owner, form }: DraftKey): [string, string] {
  return [owner, form];
}

export function ofOwner(owner: string): IDBKeyRange {
  return IDBKeyRange.bound([owner], [owner, []]);
}

export function getDraft(db: Database, key: DraftKey): Promise<DraftRow | undefined> {
  return db.read(['drafts'], (tx) => tx.objectStore('drafts').get(keyOf(key)));
}

/** Removes the bytes of files that no draft lists any more. @returns the ids of the files */
async function dropUnlisted(tx: EraseTx, before: readonly DraftRow[]): Promise<string[]> {
  const ids = new Set(before.flatMap(({ files }) => files.map(({ id }) => id)));
  if (ids.size === 0) return [];
  for (const { files } of await tx.objectStore('drafts').getAll()) for (const { id } of files) ids.delete(id);
  for (const id of ids) await tx.objectStore('draftChunks').delete(chunksOf(id));
  return [...ids];
}

/**
 * Replaces a draft.
 *
 * @param mayReplace asked in the transaction about the row that is there
 * @param isBlind whether the write is requested and committed without waiting for a result, which a page that is closing never gets; asked
 *   whenever the transaction is begun
 * @returns ids of files whose bytes were removed with the draft before; null where it may not be replaced
 */
export async function putDraft(
  db: Database,
  row: DraftRow,
  mayReplace: (before: DraftRow) => boolean = () => true,
  isBlind: () => boolean = () => false,
): Promise<string[] | null> {
  const put = async (tx: WriteTx) => {
    const drafts = tx.objectStore('drafts');
    const read = drafts.get(keyOf(row));
    // It fails with a failed write.
    read.catch(() => undefined);
    const found = isBlind() ? undefined : await read;
    if (found && !mayReplace(found)) return null;
    const written = drafts.put(row);
    tx.commit();
    await written;
    return read;
  };
  const before = await db.writeAs(row.uid, ['drafts'], put, 'strict');
  if (before === null) return null;
  const gone = before?.files.filter(({ id }) => !row.files.some((file) => file.id === id)) ?? [];
  if (gone.length === 0) return [];
  return db.erase(draftStores, (tx) => dropUnlisted(tx, [{ ...row, files: gone }]));
}

/** Size of a chunk, for which a phone has memory. */
const chunkBytes = 4 * 1024 * 1024;

/** Copies a user's file under an id. @throws what the browser throws without room, or for a file it can no longer read */
export async function putFileBytes(db: Database, uid: string, id: string, file: File): Promise<void> {
  for (let at = 0, n = 0; at < file.size; at += chunkBytes, n += 1) {
    const bytes = await file.slice(at, at + chunkBytes).arrayBuffer();
    await db.writeAs(uid, ['draftChunks'], (tx) => tx.objectStore('draftChunks').put(bytes, [id, n]));
  }
}

/** Copies the files of a record, under their ids, for the draft that it becomes. @returns them as they were chosen */
export async function copyToDraft(tx: WriteTx, record: OutboxRecord): Promise<DraftFile[]> {
  for (const { blobId } of record.files) {
    const chunks = await tx.objectStore('chunks').getAll(chunksOf(blobId));
    for (const [n, chunk] of chunks.entries()) await tx.objectStore('draftChunks').put(chunk, [blobId, n]);
  }
  return record.files.map(({ blobId: id, chosenName: name, type, size }) => {
    return { id, name, type, size, lastModified: record.createdAt, whole: true };
  });
}

/** Removes the copied bytes of a file. Never throws: what stays is swept later. */
export async function dropFileBytes(db: Database, id: string): Promise<void> {
  await db
    .erase(['draftChunks'], (tx) => tx.objectStore('draftChunks').delete(chunksOf(id)))
    .catch(() => undefined);
}

/**
 * Removes a draft and its files.
 *
 * @param isMeant whether what is found, a row or none, is what is to be removed
 * @returns ids of files whose bytes were removed; null where it is not: then nothing is
 */
export function deleteDraftRow(
  db: Database,
  key: DraftKey,
  isMeant: (found: DraftRow | undefined) => boolean = () => true,
): Promise<string[] | null> {
  const drop = async (tx: EraseTx) => {
    const drafts = tx.objectStore('drafts');
    const before = await drafts.get(keyOf(key));
    if (!isMeant(before)) return null;
    if (!before) return [];
    await drafts.delete(keyOf(key));
    return dropUnlisted(tx, [before]);
  };
  return db.erase(draftStores, drop, 'strict');
}

/**
 * Removes the draft that a record was made from, and saves what was typed since.
 *
 * @param isAgain whether the record is there: another window, or press, has made it and removed the draft
 * @returns what to call once the transaction is committed
 */
export async function dropSentDraft(
  tx: WriteTx,
  uid: string,
  { owner, form, isSent = () => true, rest, onSent }: SentDraft,
  now: number,
  isAgain = false,
): Promise<() => void> {
  const key = { owner, form };
  const drafts = tx.objectStore('drafts');
  const before = await drafts.get(keyOf(key));
  if (!(isAgain && !before) && !isSent(before)) return () => undefined;
  const others = rest?.() ?? null;
  const left = others && { ...key, id: crypto.randomUUID(), uid, ...others, savedTimestamp: now / 1000 };
  if (left) await drafts.put(left);
  else await drafts.delete(keyOf(key));
  const gone = before ? await dropUnlisted(tx, [before]) : [];
  return () => onSent?.(left, gone);
}

/**
 * Deletes every draft of a user, and all bytes that no draft lists by then: a page may have ended between taking a file out of a draft
 * and deleting its bytes.
 */
export async function purgeDrafts(db: Database, isTheirs: (row: DraftRow) => boolean): Promise<void> {
  await db.erase(draftStores, async (tx) => {
    const drafts = tx.objectStore('drafts');
    const gone = (await drafts.getAll()).filter(isTheirs);
    for (const row of gone) await drafts.delete(keyOf(row));
    await sweep(tx);
  });
}

/** Removes bytes that no draft lists: a page may have ended between the two deletions. */
export async function sweepChunks(db: Database): Promise<void> {
  await db.erase(draftStores, sweep);
}

/** Reads the bytes first: a draft is written before its bytes. */
async function sweep(tx: EraseTx): Promise<void> {
  const chunks = tx.objectStore('draftChunks');
  const ids = new Set((await chunks.getAllKeys()).map(([id]) => id));
  if (ids.size === 0) return;
  for (const { files } of await tx.objectStore('drafts').getAll()) for (const { id } of files) ids.delete(id);
  for (const id of ids) await chunks.delete(chunksOf(id));
}
