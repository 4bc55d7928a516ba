import * as saved from '../../outbox/drafts/drafts.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { changeDraft, chatDraft, draftForm, restoreDraft } from './chatDrafts.ts';
import { withFiles } from './chosenFiles.ts';

/**
 * Adds text and files to a job's unsent message, for the user to review and send.
 *
 * @returns why nothing was added, as a sentence; empty once everything is saved
 */
export async function addToDraft(
  email: string,
  jobId: string,
  { text, files }: { text: string; files: readonly File[] },
): Promise<string> {
  await restoreDraft(email, jobId);
  const { id, text: typed, files: chosen } = chatDraft(email, jobId);
  const all = withFiles(chosen, files);
  if (all.error) return `This job’s draft message already has files. ${all.error}.`;
  changeDraft(email, jobId, { text: [typed, text].filter(Boolean).join('\n\n'), files: all.files });
  await saveEveryDraft();
  if (await saved.hasFiles(email, draftForm(jobId), all.files)) return '';
  changeDraft(email, jobId, { text: typed, files: chosen }, id);
  return 'Couldn’t save the files. This device might be out of storage.';
}
