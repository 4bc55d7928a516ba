import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Makes the cursors of live events unreadable for those who receive them. */
export type CursorSeal = {
  seal(cursor: string): string;
  /** Returns a sealed cursor; `''`, which has missed everything, for anything else. */
  open(sealed: string): string;
};

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
/** Plain lengths are rounded up to this, so that they do not tell how much is going on either. */
const blockBytes = 128;

/**
 * A cursor says how many events and transactions there were: to a client that something happened, be it a note of staff. Sealed, two
 * cursors of the same moment differ as two of other moments do.
 *
 * @param secret one that all processes share
 */
export function cursorSeal(secret: string): CursorSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cursors of live events', 32));
  return {
    seal(cursor) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv);
      const plain = Buffer.from(cursor, 'base64url');
      const padded = Buffer.alloc(Math.ceil((plain.length + 1) / blockBytes) * blockBytes, ' ');
      plain.copy(padded);
      const sealed = [iv, sealing.update(padded), sealing.final(), sealing.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= ivBytes + tagBytes) return '';
      try {
        const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        });
        opening.setAuthTag(bytes.subarray(-tagBytes));
        const padded = [opening.update(bytes.subarray(ivBytes, -tagBytes)), opening.final()];
        // A cursor is JSON, which takes spaces at its end.
        return Buffer.concat(padded).toString('base64url');
      } catch {
        return '';
      }
    },
  };
}
