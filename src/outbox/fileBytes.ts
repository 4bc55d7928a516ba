import type { ReadTx, WriteTx } from './database.ts';
import type { FileEntry } from './record.ts';
import type { KeptFile } from './world.ts';

/**
 * Bytes are kept as ArrayBuffers, never as File or Blob: Safari uploads blobs out of IndexedDB as nothing, and Android
 * changes a picked file under its reader.
 */
export const chunkBytes = 4 * 1024 * 1024;

/** A chosen file whose bytes are ours. */
export type HeldFile = KeptFile & { sha256: string };

async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Copies a file's bytes. To be called when the file is picked, not when it is sent.
 *
 * @throws what the browser throws for a file it can no longer read
 */
export async function holdFile(file: File): Promise<HeldFile> {
  const bytes = await file.arrayBuffer();
  const chunks: ArrayBuffer[] = [];
  for (let from = 0; from < bytes.byteLength; from += chunkBytes) {
    chunks.push(bytes.slice(from, from + chunkBytes));
  }
  return { name: file.name, type: file.type, size: bytes.byteLength, chunks, sha256: await sha256Of(bytes) };
}

export async function writeBytes(tx: WriteTx, blobId: string, file: HeldFile): Promise<void> {
  const store = tx.objectStore('chunks');
  for (const [n, chunk] of file.chunks.entries()) await store.put(chunk, [blobId, n]);
}

/** The files of a record; null when bytes are missing: they are never sent short. */
export async function readBytes(tx: ReadTx, files: readonly FileEntry[]): Promise<KeptFile[] | null> {
  const kept: KeptFile[] = [];
  for (const { blobId, name, type, size } of files) {
    const chunks = await tx.objectStore('chunks').getAll(IDBKeyRange.bound([blobId], [blobId, []]));
    const held = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    if (held !== size) return null;
    kept.push({ name, type, size, chunks });
  }
  return kept;
}
