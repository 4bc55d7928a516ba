import { readStored, readStoredJson, storedKeys, writeStored } from '../../storage.ts';
import type { Database } from '../records/database.ts';
import { keyOf } from '../records/draftRows.ts';
import type { OutboxError } from '../records/OutboxError.ts';
import type { DraftKey, DraftRow, WriteTx } from '../records/stores.ts';

/**
 * Drafts in local storage until a page has them in the database: of a page that had lost its databases, or that was left while it wrote.
 * Chromium drops what a closed page has requested in a transaction that waits for another one, or lies behind its other requests, even
 * after `commit`.
 */

/** Beginnings of their keys: of a page that had lost its databases, and of one that was left. */
const prefixes = { lost: 'draft-left:', left: 'draft-leaving:' };
type Reason = keyof typeof prefixes;

function stashKey(reason: Reason, { owner, form }: DraftKey): string {
  return `${prefixes[reason]}${owner}:${form}`;
}

type Stashed = DraftRow & {
  /** Whether its page knew what was on the device in its place; all did before that was noted. */
  isRead?: boolean;
  /** Of a page that was left: the ids of what it knew to be on the device then, or to be written; null for none. */
  before?: readonly (string | null)[];
};

/** Stores a draft in local storage. @returns whether it is stored; one with files in its content, which JSON cannot hold, is not */
export function stashDraft(reason: Reason, stashed: Stashed): boolean {
  const key = stashKey(reason, stashed);
  let isWhole = true;
  const text = JSON.stringify(stashed, (_, value: unknown) => {
    isWhole &&= !(value instanceof Blob);
    return value;
  });
  if (!isWhole) return false;
  writeStored(key, text);
  return readStored(key) === text;
}

export function unstashDraft(reason: Reason, draft: DraftKey): void {
  const key = stashKey(reason, draft);
  if (readStored(key)) writeStored(key, null);
}

/** What was stashed as this page began, by key: nothing of its own. */
const stashedBefore = new Map<string, string>();
for (const key of storedKeys()) {
  const isStash = Object.values(prefixes).some((prefix) => key.startsWith(prefix));
  if (isStash) stashedBefore.set(key, readStored(key) ?? '');
}

/**
 * Moves into the database what was stashed as this page began. Each is written there before it is removed here, so an interrupted move can
 * run again. One that was typed beside a draft that its page could not read waits here until that is sent or discarded.
 */
export async function restoreStashed(db: Database): Promise<void> {
  for (const [key, text] of stashedBefore) {
    const isThere = () => readStored(key) === text;
    const stashed = readStoredJson(key) as Stashed | null;
    if ((!stashed || (await restore(db, stashed, isThere))) && isThere()) writeStored(key, null);
  }
}

/** @returns false where something else stands in its place */
function restore(db: Database, stashed: Stashed, isThere: () => boolean): Promise<boolean> {
  const { isRead = true, before, ...row } = stashed;
  const put = async (tx: WriteTx) => {
    const drafts = tx.objectStore('drafts');
    const found = await drafts.get(keyOf(row));
    if (!isRead && found) return false;
    // Written after all, changed since, or sent.
    const isPast = before && !before.includes(found?.id ?? null);
    if (!isPast && isThere()) await drafts.put(row);
    return true;
  };
  return db.writeAs(row.uid, ['drafts'], put, 'strict').catch((error: OutboxError) => {
    if (error.code === 'signed-out') return true;
    throw error;
  });
}
