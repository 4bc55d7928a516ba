import * as v from 'valibot';
import { isStaff, type UserType } from '../../../contract/enums.ts';
import { openDraft } from '../../../outbox/drafts/OpenDraft.ts';
import { saveEveryDraft } from '../../../outbox/drafts/saveNow.ts';
import { isSameFile } from '../../../ui/files/pickedFile.ts';
import { emptyDraft, NewJobDraft, newJobDraft, newJobForm } from '../form/jobDraft.ts';

/**
 * Adds a note and files to the draft of a new job, or creates one. Resolves once all of it is saved, so that the form which opens
 * next reads it.
 *
 * @throws Error: nothing was added
 */
export async function addToNewJob(
  { email, userType }: { email: string; userType: UserType },
  { text, files }: { text: string; files: readonly File[] },
): Promise<void> {
  const draft = openDraft(email, newJobForm(), {
    fits: (content) => v.is(NewJobDraft, content),
    isWhole: true,
  });
  try {
    await draft.read();
    const { content, files: before } = draft.get();
    const values = content
      ? v.parse(NewJobDraft, content).values
      : { ...emptyDraft, jobReporter: isStaff(userType) ? '' : email };
    const added = files.filter((file) => !before.some((other) => isSameFile(other, file)));
    const message = [values.message, text].filter(Boolean).join('\n\n');
    draft.put({ content: newJobDraft({ ...values, message }), files: [...before, ...added] });
    await saveEveryDraft();
    if (draft.isUnsaved) throw new Error('The draft is not saved.');
  } finally {
    draft.end();
  }
}
