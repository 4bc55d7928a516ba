import { pageOutbox } from '../pageOutbox.ts';
import type { SentDraft } from '../records/draftRows.ts';
import type { Owner } from '../records/enqueue.ts';
import { readChosenFile } from '../records/fileBytes.ts';
import { isUnavailable, OutboxError } from '../records/OutboxError.ts';
import type { RecordOf } from '../records/record.ts';
import { sendDirectly } from './sendDirectly.ts';

/**
 * Saves a saved reply (staff). Where the browser stores nothing, it is sent while the user waits.
 *
 * @param files those that are new
 * @param sent the saved draft it was written in
 * @throws OutboxError, or ApiError where nothing can be stored
 */
export async function saveReply(
  sender: Owner | null,
  payload: RecordOf<'savedReply'>['payload'],
  files: readonly File[] = [],
  sent?: SentDraft,
): Promise<void> {
  if (!sender) throw new OutboxError('signed-out');
  try {
    const copies = await Promise.all(files.map(readChosenFile));
    await pageOutbox().send(sender, { kind: 'savedReply', payload }, copies, sent?.clientId, sent);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await sendDirectly(sender, () => ({ kind: 'savedReply', payload }), files);
  }
}
