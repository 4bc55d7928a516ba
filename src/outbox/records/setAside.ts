import * as v from 'valibot';
import type { Database, QuarantineRow } from './database.ts';

/** What a person can do with a row that this version cannot read: take it along, and then let it go. */

/** As much of a row as is needed to find its bytes. */
const WithFiles = v.object({
  files: v.array(v.looseObject({ blobId: v.string() })),
});

function blobIdsOf(row: unknown): string[] {
  const read = v.safeParse(WithFiles, row);
  return read.success ? read.output.files.map(({ blobId }) => blobId) : [];
}

/** A multiple of 3, so that the pieces' base64 can be put one after the other. */
const pieceBytes = 3 * 8192;

function base64Of(chunk: ArrayBuffer): string[] {
  const bytes = new Uint8Array(chunk);
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(from, from + pieceBytes))));
  }
  return pieces;
}

/**
 * A row that was set aside, whole: as JSON, each file's bytes as a list of base64 pieces under its `blobId`.
 */
export async function savedCopyOf(db: Database, { at, row }: QuarantineRow): Promise<Blob> {
  const bytes = await db.read(['chunks'], async (tx) => {
    const found: Record<string, string[]> = {};
    for (const blobId of blobIdsOf(row)) {
      const range = IDBKeyRange.bound([blobId], [blobId, []]);
      found[blobId] = (await tx.objectStore('chunks').getAll(range)).flatMap(base64Of);
    }
    return found;
  });
  const setAsideAt = new Date(at).toISOString();
  return new Blob([JSON.stringify({ setAsideAt, row, bytes }, null, 2)], { type: 'application/json' });
}

/** Takes away a row that was set aside, its bytes with it. */
export async function dropSetAside(db: Database, { id, row }: QuarantineRow): Promise<void> {
  await db.write(['quarantine', 'chunks'], async (tx) => {
    for (const blobId of blobIdsOf(row)) {
      await tx.objectStore('chunks').delete(IDBKeyRange.bound([blobId], [blobId, []]));
    }
    await tx.objectStore('quarantine').delete(id);
  });
}
