import { authStorageKey } from '../../contract/limits.ts';
import { readStored, readStoredJson, writeStored } from '../../storage.ts';
import type { Database, DraftFile, DraftKey, DraftRow } from '../records/database.ts';
import { isShareForm } from './shareRecord.ts';

/**
 * Migrates drafts of earlier versions: forms in a database of their own (`drafts`), the text of chats and of the registration in local
 * storage; and those of a page that had lost its databases. Each is written here before it is removed there, so an interrupted migration
 * can run again.
 */

const oldDatabase = 'drafts';
const chatText = /^draft:1:([^:]*):(.*)$/;
const registration = /^registration:(.*)$/;
const stashed = /^draft-left:/;

function stashKey({ owner, form, slot }: DraftKey): string {
  return `draft-left:${owner}:${form}:${slot}`;
}

/** Stores a draft in local storage, where the browser has lost the page's databases. @returns whether it is stored */
export function stashDraft(row: DraftRow): boolean {
  writeStored(stashKey(row), JSON.stringify(row));
  return readStored(stashKey(row)) === JSON.stringify(row);
}

export function unstashDraft(draft: DraftKey): void {
  writeStored(stashKey(draft), null);
}

export async function migrateOldDrafts(db: Database): Promise<void> {
  await fromDatabase(db);
  await fromLocalStorage(db);
}

/** The windows that wrote them are closed, or have no slots. */
function slotOf(form: string): string {
  return isShareForm(form) ? '' : 'earlier';
}

/** Earlier versions stored the email address alone. */
function uidOf(email: string): string {
  try {
    const known = JSON.parse(globalThis.localStorage?.getItem(authStorageKey) ?? 'null');
    return known?.email === email ? String(known.uid) : '';
  } catch {
    return '';
  }
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function fromDatabase(db: Database): Promise<void> {
  const factory = globalThis.indexedDB;
  const all = (await factory.databases?.()) ?? [];
  if (!all.some(({ name }) => name === oldDatabase)) return;
  const old = await result(factory.open(oldDatabase));
  old.onversionchange = () => old.close();
  try {
    if (!old.objectStoreNames.contains('drafts')) return;
    const store = (name: string, mode: IDBTransactionMode = 'readonly') =>
      old.transaction(name, mode).objectStore(name);
    const drafts: (DraftRow & { files: DraftFile[] })[] = await result(store('drafts').getAll());
    for (const row of drafts) {
      // The draft before its bytes: bytes that no draft lists are swept away.
      await db.write(
        ['drafts'],
        (tx) => tx.objectStore('drafts').put({ ...row, uid: uidOf(row.owner), slot: slotOf(row.form) }),
        'strict',
      );
      for (const { id } of row.files) {
        const range = IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
        for (const key of await result(store('chunks').getAllKeys(range))) {
          const bytes: ArrayBuffer = await result(store('chunks').get(key));
          await db.write(['draftChunks'], (tx) =>
            tx.objectStore('draftChunks').put(bytes, key as [string, number]),
          );
        }
      }
      await result(store('drafts', 'readwrite').delete([row.owner, row.form]));
    }
  } finally {
    old.close();
  }
  factory.deleteDatabase(oldDatabase);
}

async function fromLocalStorage(db: Database): Promise<void> {
  const storage = globalThis.localStorage as Storage | undefined;
  if (!storage?.key) return;
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const key of keys) {
    const row = rowOf(storage, key);
    if (!row) continue;
    await db.write(
      ['drafts'],
      async (tx) => {
        const drafts = tx.objectStore('drafts');
        if (stashed.test(key)) return void (await drafts.put(row));
        // Its files were in the database.
        const files = (await drafts.get([row.owner, row.form, row.slot]))?.files ?? [];
        await drafts.put({ ...row, uid: uidOf(row.owner), files });
      },
      'strict',
    );
    storage.removeItem(key);
    storage.removeItem(key.replace(/^draft:/, 'draftId:'));
  }
}

function rowOf(storage: Storage, key: string): DraftRow | null {
  const value = storage.getItem(key) ?? '';
  if (stashed.test(key)) return readStoredJson(key) as DraftRow | null;
  const row = { uid: '', slot: 'earlier', savedTimestamp: Date.now() / 1000, files: [] };
  const [, owner = '', jobId] = chatText.exec(key) ?? [];
  if (jobId) {
    const id = storage.getItem(key.replace(/^draft:/, 'draftId:')) ?? crypto.randomUUID();
    return { ...row, owner, form: `chat:${jobId}`, content: { version: 2, id, text: value } };
  }
  const email = registration.exec(key)?.[1];
  if (!email) return null;
  try {
    return { ...row, owner: email, form: 'registration', content: JSON.parse(value) };
  } catch {
    return null;
  }
}
