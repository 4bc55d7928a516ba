import { deleteUploads, uploadsToDrop } from '../data/messages/uploads.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { removeFiles } from './chunks.ts';

/** Delay before an expired upload is removed: a request that was still writing has ended by then. */
const graceSeconds = 3600;
const atOnce = 20;

/**
 * Removes some expired uploads: unfinished ones, unused ones, and after a while the rows of used ones, whose files stay.
 *
 * @returns whether there are more
 */
export async function dropOldUploads(parts: Pick<Services, 'db' | 'files' | 'now'>): Promise<boolean> {
  const dropped = await uploadsToDrop(parts.db, nowSeconds(parts) - graceSeconds, atOnce);
  for (const { upload_id, keys } of dropped) {
    await removeFiles(parts.files, keys);
    await deleteUploads(parts.db, [upload_id]);
  }
  return dropped.length === atOnce;
}
