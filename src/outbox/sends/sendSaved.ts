import { pageOutbox } from '../pageOutbox.ts';
import type { SentDraft } from '../records/draftRows.ts';
import type { Owner } from '../records/enqueue.ts';
import { readChosenFile } from '../records/fileBytes.ts';
import { isUnavailable, OutboxError } from '../records/OutboxError.ts';
import type { DraftOf } from '../records/record.ts';
import { sendDirectly } from './sendDirectly.ts';

/**
 * Saves what belongs to no job and is saved whole: a shot of a checklist, a saved reply, a named view. Where the browser stores nothing,
 * it is sent while the user waits.
 *
 * @param files those that are new
 * @param sent the saved draft it was written in
 * @throws OutboxError, or ApiError where nothing can be stored
 */
export async function sendSaved(
  sender: Owner | null,
  draft: DraftOf<'shot'> | DraftOf<'savedReply'> | DraftOf<'view'>,
  files: readonly File[] = [],
  sent?: SentDraft,
): Promise<'queued' | 'sent'> {
  if (!sender) throw new OutboxError('signed-out');
  try {
    const copies = await Promise.all(files.map(readChosenFile));
    await pageOutbox().send(sender, draft, copies, sent?.clientId, sent);
    return 'queued';
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
  await sendDirectly(sender, () => draft, files);
  return 'sent';
}
