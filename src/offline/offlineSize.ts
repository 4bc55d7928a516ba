import { storageLeft } from '../api/storageLeft.ts';

/** Bytes that stay free for drafts and the outbox. */
const reservedBytes = 50 * 1024 * 1024;

/** Returns the bytes that saving may still take; null where the browser does not say. */
export async function usableBytes(): Promise<number | null> {
  const left = await storageLeft();
  return left === null ? null : Math.max(0, left - reservedBytes);
}
