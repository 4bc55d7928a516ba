import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A range of bytes, both ends included. */
export type ByteRange = { start: number; end: number };

/** A complete file in the store. */
export type ListedFile = {
  key: string;
  /** Bytes. */
  size: number;
  /** Time of storing by the store's own clock, milliseconds since 1970. */
  storedMs: number;
};

/**
 * The store of uploaded bytes; names and owners are in the database. Throws `Unavailable` when the store does not respond or is
 * full.
 */
export type Files = {
  /**
   * Stores all bytes of `stream` under `key`; resolves with their count once they are stored durably. Leaves nothing behind when
   * the stream or the store fails.
   */
  put(key: string, stream: AsyncIterable<Uint8Array>): Promise<number>;
  /** Opens the bytes, or a range of them. Throws `FileMissing` when there is no such file. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes a file; does nothing when it does not exist. */
  remove(key: string): Promise<void>;
  /** Lists complete files by the beginning of their keys, page by page; skips everything else in the store. */
  list(beginning: string): AsyncIterable<ListedFile[]>;
  /** Resolves when a file can be stored right now, else throws. */
  ready(): Promise<void>;
};

export class FileMissing extends Error {
  override name = 'FileMissing';
}

const keyBytes = 24;
const keyForm = new RegExp(`^[0-9a-f]{${2 * keyBytes}}$`);

/** Returns an unguessable key of lower-case letters and digits, so that it stays unique on case-insensitive file systems. */
export function newFileKey(): string {
  return randomBytes(keyBytes).toString('hex');
}

export function isFileKey(key: string): boolean {
  return keyForm.test(key);
}
