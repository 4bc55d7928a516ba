import * as v from 'valibot';
import { isStaff, type UserType } from '../../../contract/enums.ts';
import { keepDraft, readDraft } from '../../../outbox/drafts/drafts.ts';
import { keepEveryDraft } from '../../../outbox/drafts/keepNow.ts';
import { isSameFile } from '../../../ui/files/pickedFile.ts';
import { emptyDraft, NewJobDraft, newJobDraft, newJobForm } from './jobDraft.ts';

/**
 * Adds words, as the note, and files to the new job that is being typed; begins one when there is none. Resolves once all of it
 * is kept, for the form that opens next.
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
  await keepDraft(email, form, newJobDraft({ ...values, message }), [...before, ...added]);
  await keepEveryDraft();
}
