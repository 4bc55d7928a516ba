import type { Database } from '../records/database.ts';
import { dropFileBytes, putFileBytes } from '../records/draftRows.ts';
import { chunksOf } from '../records/schema.ts';
import type { DraftFile, DraftRow } from '../records/stores.ts';

/** Ids of chosen files in the drafts, for as long as the page lives. */
const ids = new WeakMap<File, string>();
/** Files that were read, by their ids: another window announces each change of a draft, and the bytes of its files stay the same. */
const read = new Map<string, WeakRef<File>>();
/** Ids of files whose bytes are all saved, and of those that could not be. */
const whole = new Set<string>();
const refused = new Set<string>();
const copying = new Map<string, Promise<boolean>>();

/** Returns the entry of a chosen file in a draft. */
export function draftFileOf(file: File): DraftFile {
  const id = ids.get(file) ?? crypto.randomUUID();
  ids.set(file, id);
  const { name, type, size, lastModified } = file;
  return { id, name, type, size, lastModified, whole: whole.has(id) };
}

/**
 * Copies a chosen file's bytes into the drafts, once: the phone's photo picker may take the file away again.
 *
 * @returns whether they are saved; false for good when there is no room or the file cannot be read
 */
export function copyFile(db: Database, uid: string, file: File): Promise<boolean> {
  const { id } = draftFileOf(file);
  if (whole.has(id)) return Promise.resolve(true);
  if (refused.has(id)) return Promise.resolve(false);
  const known = copying.get(id);
  if (known) return known;
  const mine = copyChunks(db, uid, file, id)
    .catch((error: unknown) => {
      console.warn('A chosen file is not saved in the draft:', error);
      refused.add(id);
      return dropFileBytes(db, id).then(() => false);
    })
    .finally(() => copying.delete(id));
  copying.set(id, mine);
  return mine;
}

async function copyChunks(db: Database, uid: string, file: File, id: string): Promise<boolean> {
  await putFileBytes(db, uid, id, file);
  const isWanted = await db.writeAs(uid, ['drafts', 'draftChunks'], async (tx) => {
    const drafts = tx.objectStore('drafts');
    // More than one while a chosen picture is drawn on.
    const listing = (await drafts.getAll()).filter(({ files }) => files.some((one) => one.id === id));
    // Sent, discarded, signed out or removed from the list meanwhile: these bytes are not needed again.
    if (listing.length === 0) await tx.objectStore('draftChunks').delete(chunksOf(id));
    for (const record of listing) {
      const files = record.files.map((one) => (one.id === id ? { ...one, whole: true } : one));
      await drafts.put({ ...record, files });
    }
    return listing.length > 0;
  });
  if (isWanted) whole.add(id);
  return isWanted;
}

/** Forgets files whose bytes were deleted, so that they are copied again when they are chosen again. */
export function forgetFiles(fileIds: readonly string[]): void {
  for (const id of fileIds) whole.delete(id);
}

/** Reads the files of a draft as they were chosen, and the names of those with missing bytes. */
export async function readDraftFiles(
  db: Database,
  record: DraftRow,
): Promise<{ files: File[]; missing: string[] }> {
  const files: File[] = [];
  const missing: string[] = [];
  for (const { id, name, type, size, lastModified } of record.files) {
    const known = read.get(id)?.deref();
    if (known && whole.has(id)) {
      files.push(known);
      continue;
    }
    const bytes = await db.read(['draftChunks'], (tx) => tx.objectStore('draftChunks').getAll(chunksOf(id)));
    const file = new File(bytes, name, { type, lastModified });
    if (file.size !== size) {
      missing.push(name);
      continue;
    }
    ids.set(file, id);
    read.set(id, new WeakRef(file));
    whole.add(id);
    files.push(file);
  }
  return { files, missing };
}
