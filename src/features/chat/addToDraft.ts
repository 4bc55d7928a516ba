import * as saved from '../../outbox/drafts/drafts.ts';
import { keepEveryDraft } from '../../outbox/drafts/keepNow.ts';
import { joined } from './chosenFiles.ts';
import { formOf, keepDraft, readDraft, restoreDraft } from './drafts.ts';

/**
 * Adds words and files to what is being written to a job, for the person to look at and send.
 *
 * @returns once all of it is kept; why not, as a sentence, when it does not fit: then nothing was added
 */
export async function addToDraft(
  email: string,
  jobId: string,
  { text, files }: { text: string; files: readonly File[] },
): Promise<string> {
  await restoreDraft(email, jobId);
  const { id, text: typed, files: chosen } = readDraft(email, jobId);
  const all = joined(chosen, files);
  if (all.error) return `There are files in this job’s unsent message already. ${all.error}.`;
  keepDraft(email, jobId, { text: [typed, text].filter(Boolean).join('\n\n'), files: all.files });
  await keepEveryDraft();
  if (await saved.holdsFiles(email, formOf(jobId), all.files)) return '';
  keepDraft(email, jobId, { text: typed, files: chosen }, id);
  return 'The files could not be kept on this device. There may be no room left.';
}
