import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes of a stored file to read, both ends included. */
export type ByteRange = { start: number; end: number };

/** A whole file of the store. */
export type ListedFile = {
  key: string;
  /** Bytes. */
  size: number;
  /** By the store's own clock. */
  storedMs: number;
};

/**
 * Where the bytes of uploads are kept. What a file is called, and whose it is, is in the database. A store that does not
 * answer, or is full, throws `Unavailable`.
 */
export type Files = {
  /**
   * Stores all bytes of `stream` under `key`; resolves with their count once they are kept for good. When the stream
   * fails, or the store does, nothing is left behind.
   */
  put(key: string, stream: AsyncIterable<Uint8Array>): Promise<number>;
  /** The bytes, or a part of them. Throws `FileMissing` when there is no such file. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes a file; one that is not there is as good as removed. */
  remove(key: string): Promise<void>;
  /** The whole files whose keys begin so, page by page; what else lies in the store is passed over. */
  list(beginning: string): AsyncIterable<ListedFile[]>;
  /** Resolves when a file could be stored right now, else throws. */
  ready(): Promise<void>;
};

export class FileMissing extends Error {
  override name = 'FileMissing';
}

const keyBytes = 24;
const keyForm = new RegExp(`^[0-9a-f]{${2 * keyBytes}}$`);

/** A key that nobody can guess; lower-case letters and digits, so that no file system folds two into one. */
export function newFileKey(): string {
  return randomBytes(keyBytes).toString('hex');
}

export function isFileKey(key: string): boolean {
  return keyForm.test(key);
}
