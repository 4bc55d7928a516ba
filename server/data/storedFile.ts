import type { FileKind } from '../../src/contract/files/fileKind.ts';
import type { PhotoNote } from '../../src/contract/files/photoNote.ts';

/** A file of a request, stored and validated. */
export type StoredFile = {
  key: string;
  /** Sanitized and time-stamped. */
  fileName: string;
  /** Detected from its bytes. */
  contentType: FileKind;
  /** Bytes. */
  size: number;
  /** Hex hash of the bytes. */
  sha256: string;
  /**
   * Of what was sent, where it may differ: a photo is stored without its metadata, and a repeat of its request is known by what was sent.
   */
  sent?: { size: number; sha256: string };
  /** When and where a photo was taken, where its sender says to keep it. */
  photo?: PhotoNote | undefined;
};
