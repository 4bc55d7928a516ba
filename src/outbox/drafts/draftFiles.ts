import type { Database, DraftFile, DraftKey, DraftRow } from '../records/database.ts';
import { chunksOf } from './draftRows.ts';

const chunkBytes = 4 * 1024 * 1024;

/** What a chosen file is called in the drafts, for as long as the page lives. */
const ids = new WeakMap<File, string>();
/** Ids of files whose bytes are all kept, and of those that could not be. */
const whole = new Set<string>();
const refused = new Set<string>();
const copying = new Map<string, Promise<boolean>>();

/** A chosen file as a draft lists it. */
export function draftFileOf(file: File): DraftFile {
  const id = ids.get(file) ?? crypto.randomUUID();
  ids.set(file, id);
  const { name, type, size, lastModified } = file;
  return { id, name, type, size, lastModified, whole: whole.has(id) };
}

/**
 * Copies a chosen file's bytes into the drafts, once: the phone's photo picker may take the file away again.
 *
 * @returns whether they are kept; false when there is no room or the file cannot be read, for good
 */
export function copyFile(db: Database, file: File, key: DraftKey): Promise<boolean> {
  const { id } = draftFileOf(file);
  if (whole.has(id)) return Promise.resolve(true);
  if (refused.has(id)) return Promise.resolve(false);
  const known = copying.get(id);
  if (known) return known;
  const mine = copyChunks(db, file, id, key)
    .catch((error: unknown) => {
      console.warn('A chosen file is not kept in the draft:', error);
      refused.add(id);
      return dropBytes(db, id).then(() => false);
    })
    .finally(() => copying.delete(id));
  copying.set(id, mine);
  return mine;
}

async function copyChunks(db: Database, file: File, id: string, key: DraftKey): Promise<boolean> {
  for (let at = 0, index = 0; at < file.size; at += chunkBytes, index += 1) {
    const bytes = await file.slice(at, at + chunkBytes).arrayBuffer();
    await db.write(['draftChunks'], (tx) => tx.objectStore('draftChunks').put(bytes, [id, index]));
  }
  const isWanted = await db.write(['drafts', 'draftChunks'], async (tx) => {
    const drafts = tx.objectStore('drafts');
    const record = await drafts.get([key.owner, key.form, key.slot]);
    // Sent, discarded, signed out or taken off the list meanwhile: then nobody asks for these bytes again.
    if (!record?.files.some((one) => one.id === id)) {
      await tx.objectStore('draftChunks').delete(chunksOf(id));
      return false;
    }
    const files = record.files.map((one) => (one.id === id ? { ...one, whole: true } : one));
    await drafts.put({ ...record, files });
    return true;
  });
  if (isWanted) whole.add(id);
  return isWanted;
}

async function dropBytes(db: Database, id: string): Promise<void> {
  await db
    .write(['draftChunks'], (tx) => tx.objectStore('draftChunks').delete(chunksOf(id)))
    .catch(() => undefined);
}

/** Files whose bytes were taken away: should they be chosen again, they are copied again. */
export function bytesAreGone(fileIds: readonly string[]): void {
  for (const id of fileIds) whole.delete(id);
}

/** The files of a draft as they were chosen, and the names of those whose bytes are not all there. */
export async function filesOf(db: Database, record: DraftRow): Promise<{ files: File[]; missing: string[] }> {
  const files: File[] = [];
  const missing: string[] = [];
  for (const { id, name, type, size, lastModified } of record.files) {
    const bytes = await db.read(['draftChunks'], (tx) => tx.objectStore('draftChunks').getAll(chunksOf(id)));
    const file = new File(bytes, name, { type, lastModified });
    if (file.size !== size) {
      missing.push(name);
      continue;
    }
    ids.set(file, id);
    whole.add(id);
    files.push(file);
  }
  return { files, missing };
}
