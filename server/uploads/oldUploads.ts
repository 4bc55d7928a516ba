import { forgetUploads, uploadsToDrop } from '../data/uploads.ts';
import { nowAndThen } from '../live/nowAndThen.ts';
import { nowSeconds, type Services } from '../services.ts';
import { removeFiles } from './pieces.ts';

const everyMs = 3_600_000;
/** Whoever was writing when an upload ran out has ended by then. */
const graceSeconds = 3600;
const atOnce = 20;

/**
 * Has uploads that ran out taken away at the pulse, once an hour at most: unfinished ones, those that nothing was made of, and
 * after a while the rows of used ones, whose files stay.
 *
 * @returns what stops it, and resolves when nothing is being taken away any more
 */
export function dropOldUploadsNowAndThen(
  parts: Pick<Services, 'db' | 'files' | 'now' | 'log' | 'pulse'>,
): () => Promise<void> {
  async function work() {
    const dropped = await uploadsToDrop(parts.db, nowSeconds(parts) - graceSeconds, atOnce);
    for (const { upload_id, keys } of dropped) {
      await removeFiles(parts.files, keys);
      await forgetUploads(parts.db, [upload_id]);
    }
    return dropped.length === atOnce ? 'more' : 'done';
  }
  return nowAndThen(parts, everyMs, work, 'old uploads were not taken away');
}
