import * as v from 'valibot';
import { isStaff, type UserType } from '../../../contract/enums.ts';
import { readDraft, saveDraft } from '../../../outbox/drafts/drafts.ts';
import { saveEveryDraft } from '../../../outbox/drafts/saveNow.ts';
import { isSameFile } from '../../../ui/files/pickedFile.ts';
import { emptyDraft, NewJobDraft, newJobDraft, newJobForm } from '../form/jobDraft.ts';

/**
 * Adds a note and files to the draft of a new job, or creates one. Resolves once all of it is saved, so that the form which opens
 * next reads it.
 *
 * @throws what the browser's database throws: then nothing was added
 */
export async function addToNewJob(
  { email, userType }: { email: string; userType: UserType },
  { text, files }: { text: string; files: readonly File[] },
): Promise<void> {
  const form = newJobForm();
  const left = await readDraft(email, form);
  const { output, success } = v.safeParse(NewJobDraft, left?.content);
  const values = success ? output.values : { ...emptyDraft, jobReporter: isStaff(userType) ? '' : email };
  const before = left?.files ?? [];
  const added = files.filter((file) => !before.some((other) => isSameFile(other, file)));
  const message = [values.message, text].filter(Boolean).join('\n\n');
  await saveDraft(email, form, newJobDraft({ ...values, message }), [...before, ...added]);
  await saveEveryDraft();
}
