import { Database } from '../../../src/outbox/records/database.ts';
import type { DraftRow } from '../../../src/outbox/records/stores.ts';

/** Gives access to the stores of drafts on this device. */
export function draftStores() {
  const db = new Database({ indexedDB: globalThis.indexedDB });
  return {
    drafts: (): Promise<DraftRow[]> => db.read(['drafts'], (tx) => tx.objectStore('drafts').getAll()),
    chunks: (): Promise<ArrayBuffer[]> =>
      db.read(['draftChunks'], (tx) => tx.objectStore('draftChunks').getAll()),
    addChunk: (id: string) =>
      db.writeAs('', ['draftChunks'], (tx) => tx.objectStore('draftChunks').put(new ArrayBuffer(8), [id, 0])),
    clear: () =>
      db.writeAs('', ['drafts', 'draftChunks'], async (tx) => {
        await tx.objectStore('drafts').clear();
        await tx.objectStore('draftChunks').clear();
      }),
  };
}
