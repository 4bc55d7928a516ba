import type { Database } from '../records/database.ts';
import type { OutboxRecord } from '../records/record.ts';
import { chunksOf } from '../records/schema.ts';
import type { DraftFile, DraftKey, DraftRow, EraseTx, ReadTx, WriteTx } from '../records/stores.ts';

/**
 * Drafts in the outbox's database. Every window writes drafts of its own (`slot`); those of a closed window are taken over by the next
 * window that opens the same form, the newest first.
 */

/** The draft that a record is made from: it is removed in the transaction that adds the record. */
export type SentDraft = DraftKey & {
  /** Called in that transaction; returns what was typed since, which stays as the draft; null for nothing. */
  rest?: () => Pick<DraftRow, 'content' | 'files'> | null;
  /** Called with the ids of the files whose bytes were removed. */
  onDropped?: (fileIds: readonly string[]) => void;
};

export const draftStores: ['drafts', 'draftChunks'] = ['drafts', 'draftChunks'];

function keyOf({ owner, form, slot }: DraftKey): [string, string, string] {
  return [owner, form, slot];
}

function ofForm(owner: string, form: string): IDBKeyRange {
  return IDBKeyRange.bound([owner, form], [owner, form, []]);
}

export function ofOwner(owner: string): IDBKeyRange {
  return IDBKeyRange.bound([owner], [owner, []]);
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
 * Replaces a draft. The write is requested and committed without waiting for a result, which a page that is closing never gets.
 *
 * @param insteadOf another draft, which this one replaces in the same transaction
 * @returns ids of files whose bytes were removed with the draft before
 */
export async function putDraft(db: Database, row: DraftRow, insteadOf?: DraftKey): Promise<string[]> {
  const before = await db.writeAs(
    row.uid,
    ['drafts'],
    async (tx) => {
      const drafts = tx.objectStore('drafts');
      const read = Promise.all([drafts.get(keyOf(row)), insteadOf && drafts.get(keyOf(insteadOf))]);
      // They fail with a failed write.
      read.catch(() => undefined);
      const writes = [drafts.put(row), insteadOf && drafts.delete(keyOf(insteadOf))];
      tx.commit();
      await Promise.all(writes);
      return read;
    },
    'strict',
  );
  const files = before.flatMap((draft) => draft?.files ?? []);
  const gone = files.filter(({ id }) => !row.files.some((file) => file.id === id));
  if (gone.length === 0) return [];
  return db.erase(draftStores, (tx) => dropUnlisted(tx, [{ ...row, files: gone }]));
}

/** A slice that a phone has memory for. */
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

/** Removes what was copied of a file. Never throws: what stays is swept later. */
export async function dropFileBytes(db: Database, id: string): Promise<void> {
  await db
    .erase(['draftChunks'], (tx) => tx.objectStore('draftChunks').delete(chunksOf(id)))
    .catch(() => undefined);
}

/** Removes one window's draft and its files. @returns ids of files whose bytes were removed */
export function dropDraft(db: Database, key: DraftKey): Promise<string[]> {
  return db.erase(draftStores, (tx) => dropDraftIn(tx, key), 'strict');
}

async function dropDraftIn(tx: EraseTx, key: DraftKey): Promise<string[]> {
  const drafts = tx.objectStore('drafts');
  const before = await drafts.get(keyOf(key));
  if (!before) return [];
  await drafts.delete(keyOf(key));
  return dropUnlisted(tx, [before]);
}

/** Removes the draft that a record was made from, and saves what was typed since. */
export async function dropSent(
  tx: WriteTx,
  { rest, onDropped, ...key }: SentDraft,
  now: number,
): Promise<void> {
  const drafts = tx.objectStore('drafts');
  const before = await drafts.get(keyOf(key));
  const others = rest?.() ?? null;
  if (others) await drafts.put({ uid: before?.uid ?? '', ...key, ...others, savedTimestamp: now / 1000 });
  else await drafts.delete(keyOf(key));
  if (before) onDropped?.(await dropUnlisted(tx, [before]));
}

/**
 * Finds the draft of a form: this window's own, else the newest of the closed windows, which becomes this window's. Equal ones are
 * removed.
 *
 * @param isWanted called before anything is changed; false leaves it for another window
 */
export function resumeDraft(
  db: Database,
  uid: string,
  key: DraftKey,
  openSlots: ReadonlySet<string>,
  isWanted: () => boolean = () => true,
): Promise<DraftRow | null> {
  return db.writeAs(uid, draftStores, async (tx) => {
    const drafts = tx.objectStore('drafts');
    const all = await drafts.getAll(ofForm(key.owner, key.form));
    const own = all.find(({ slot }) => slot === key.slot);
    if (own) return own;
    const others = all.filter(({ slot }) => !openSlots.has(slot));
    const newest = others.sort((a, b) => b.savedTimestamp - a.savedTimestamp)[0];
    if (!newest || !isWanted()) return null;
    const text = JSON.stringify(newest.content);
    const equal = others.filter(
      ({ content, files }) => files.length === 0 && JSON.stringify(content) === text,
    );
    for (const row of new Set([newest, ...equal])) await drafts.delete(keyOf(row));
    const mine = { ...newest, slot: key.slot };
    await drafts.put(mine);
    return mine;
  });
}

/** Reads the drafts of an owner that this window may offer: its own and those of closed windows; newest first. */
export async function offeredDrafts(
  tx: ReadTx | WriteTx,
  { owner, slot: mine }: Pick<DraftKey, 'owner' | 'slot'>,
  openSlots: ReadonlySet<string>,
): Promise<DraftRow[]> {
  const all = await (tx as ReadTx).objectStore('drafts').getAll(ofOwner(owner));
  return all
    .filter(({ slot }) => slot === mine || !openSlots.has(slot))
    .sort((a, b) => b.savedTimestamp - a.savedTimestamp);
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

/** Removes bytes that no draft lists, after a page ended between the two. */
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
