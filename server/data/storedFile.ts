import type { FileKind } from '../../src/contract/files/fileKind.ts';

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
};
