import { readStored, readStoredJson, writeStored } from '../../storage.ts';
import type { Database } from '../records/database.ts';
import { keyOf } from '../records/draftRows.ts';
import type { DraftKey, DraftRow, WriteTx } from '../records/stores.ts';

/** Drafts of a page that had lost its databases, in local storage until a page has them again. */

const prefix = 'draft-left:';

function stashKey({ owner, form }: DraftKey): string {
  return `${prefix}${owner}:${form}`;
}

/** A draft, and whether its page knew what was on the device in its place; all did before that was noted. */
type Stashed = DraftRow & { isRead?: boolean };

/** Stores a draft in local storage. @returns whether it is stored */
export function stashDraft(row: DraftRow, isRead: boolean): boolean {
  const text = JSON.stringify({ ...row, isRead } satisfies Stashed);
  writeStored(stashKey(row), text);
  return readStored(stashKey(row)) === text;
}

export function unstashDraft(draft: DraftKey): void {
  writeStored(stashKey(draft), null);
}

/**
 * Moves stashed drafts into the database. Each is written there before it is removed here, so an interrupted move can run again. One that
 * was typed beside a draft that its page could not read waits here until that is sent or discarded.
 */
export async function restoreStashed(db: Database): Promise<void> {
  const storage = globalThis.localStorage as Storage | undefined;
  if (!storage?.key) return;
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const key of keys.filter((one) => one.startsWith(prefix))) {
    const stashed = readStoredJson(key) as Stashed | null;
    if (!stashed || (await restore(db, stashed))) writeStored(key, null);
  }
}

/** @returns false where something else stands in its place */
function restore(db: Database, { isRead = true, ...row }: Stashed): Promise<boolean> {
  const put = async (tx: WriteTx) => {
    const drafts = tx.objectStore('drafts');
    if (!isRead && (await drafts.get(keyOf(row)))) return false;
    await drafts.put(row);
    return true;
  };
  return db.writeAs(row.uid, ['drafts'], put, 'strict');
}
