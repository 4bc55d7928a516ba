import { readStored, readStoredJson, writeStored } from '../../storage.ts';
import type { Database } from '../records/database.ts';
import type { DraftKey, DraftRow } from '../records/stores.ts';

/** Drafts of a page that had lost its databases, in local storage until a page has them again. */

const prefix = 'draft-left:';

function stashKey({ owner, form }: DraftKey): string {
  return `${prefix}${owner}:${form}`;
}

/** Stores a draft in local storage. @returns whether it is stored */
export function stashDraft(row: DraftRow): boolean {
  writeStored(stashKey(row), JSON.stringify(row));
  return readStored(stashKey(row)) === JSON.stringify(row);
}

export function unstashDraft(draft: DraftKey): void {
  writeStored(stashKey(draft), null);
}

/** Moves stashed drafts into the database. Each is written there before it is removed here, so an interrupted move can run again. */
export async function restoreStashed(db: Database): Promise<void> {
  const storage = globalThis.localStorage as Storage | undefined;
  if (!storage?.key) return;
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const key of keys.filter((one) => one.startsWith(prefix))) {
    const row = readStoredJson(key) as DraftRow | null;
    if (row) await db.writeAs(row.uid, ['drafts'], (tx) => tx.objectStore('drafts').put(row), 'strict');
    writeStored(key, null);
  }
}
