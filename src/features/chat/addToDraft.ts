import * as kept from '../../session/drafts.ts';
import { keepEveryDraft } from '../../session/keepNow.ts';
import { joined } from './chosenFiles.ts';
import { formOf, keepDraft, leftFiles, readDraft } from './drafts.ts';

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
  const left = await leftFiles(email, jobId);
  const { text: typed, files: chosen } = readDraft(email, jobId);
  const before = joined(left.files, chosen).files;
  const all = joined(before, files);
  if (all.error) {
    if (left.files.length > 0) keepDraft(email, jobId, { text: typed, files: before });
    return `There are files in this job’s unsent message already. ${all.error}.`;
  }
  keepDraft(email, jobId, { text: [typed, text].filter(Boolean).join('\n\n'), files: all.files });
  await keepEveryDraft();
  if (await kept.holdsFiles(email, formOf(jobId), all.files)) return '';
  keepDraft(email, jobId, { text: typed, files: before });
  return 'The files could not be kept on this device. There may be no room left.';
}
