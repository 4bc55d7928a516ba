import { hexHash } from '../../api/bytes.ts';
import type { FileEntry } from './commonFields.ts';
import type { Database } from './database.ts';
import type { StoredFile } from './environment.ts';
import { chunksOf } from './schema.ts';
import type { ReadTx, WriteTx } from './stores.ts';

/**
 * Size of a stored chunk. Bytes are stored as ArrayBuffers, never as File or Blob: Safari uploads blobs from IndexedDB as nothing, and
 * on Android a picked file may change under its reader.
 */
export const chunkBytes = 4 * 1024 * 1024;

/** A chosen file with its bytes in memory. */
export type CopiedFile = StoredFile & { sha256: string };

type Prepare = (file: File) => Promise<File>;
/** What is made of a chosen photo. Null where photos are sent as they are, in a worker. */
let prepare: Promise<Prepare> | null = null;

/** Has photos (JPEG) wait until it is set what is made of them before their bytes are copied to be sent. @returns what sets it, once */
export function awaitPreparation(): (how: Prepare) => void {
  const { promise, resolve } = Promise.withResolvers<Prepare>();
  prepare = promise;
  return resolve;
}

/** Returns a chosen file as it is to be sent. */
export async function prepared(file: File): Promise<File> {
  return prepare && file.type === 'image/jpeg' ? (await prepare)(file) : file;
}

/**
 * Copies a file's bytes. Call it when the file is picked, not when it is sent.
 *
 * @throws what the browser throws for a file it can no longer read
 */
export async function readChosenFile(chosen: File): Promise<CopiedFile> {
  const file = await prepared(chosen);
  const bytes = await file.arrayBuffer();
  const chunks: ArrayBuffer[] = [];
  for (let from = 0; from < bytes.byteLength; from += chunkBytes) {
    chunks.push(bytes.slice(from, from + chunkBytes));
  }
  return { name: file.name, type: file.type, size: bytes.byteLength, chunks, sha256: await hexHash(bytes) };
}

export async function writeBytes(tx: WriteTx, blobId: string, chunks: StoredFile['chunks']): Promise<void> {
  const store = tx.objectStore('chunks');
  for (const [n, chunk] of chunks.entries()) await store.put(chunk, [blobId, n]);
}

/**
 * Reads a file piece by piece, holding one chunk of it.
 *
 * @returns at most `atMost` bytes from `offset` on; null when bytes are missing
 */
export function pieceAt(db: Database, { blobId, size }: Pick<FileEntry, 'blobId' | 'size'>) {
  let chunk: { n: number; from: number; bytes: ArrayBuffer } | undefined;
  const end = () => (chunk ? chunk.from + chunk.bytes.byteLength : 0);

  return async (offset: number, atMost: number): Promise<Uint8Array<ArrayBuffer> | null> => {
    if (chunk && offset < chunk.from) chunk = undefined;
    while (end() <= offset) {
      const n: number = chunk ? chunk.n + 1 : 0;
      const bytes = await db.read(['chunks'], (tx) => tx.objectStore('chunks').get([blobId, n]));
      if (!bytes || end() + bytes.byteLength > size) return null;
      chunk = { n, from: end(), bytes };
    }
    if (!chunk) return null;
    return new Uint8Array(chunk.bytes).subarray(offset - chunk.from, offset - chunk.from + atMost);
  };
}

/** Reads the files of a record; null when bytes are missing: a file is never sent short. */
export async function readBytes(tx: ReadTx, files: readonly FileEntry[]): Promise<StoredFile[] | null> {
  const stored: StoredFile[] = [];
  for (const { blobId, name, type, size } of files) {
    const chunks = await tx.objectStore('chunks').getAll(chunksOf(blobId));
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    if (bytes !== size) return null;
    stored.push({ name, type, size, chunks });
  }
  return stored;
}
