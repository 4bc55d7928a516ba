import { jobQuery, queryClient } from '../../../api/queries.ts';
import { keepDraft } from '../../../outbox/drafts/drafts.ts';
import { type JobDraftValues, newJobDraft, newJobForm } from './jobDraft.ts';

/**
 * Makes what was typed for a new job the draft of a revision, of which the new job turned out to be one. Resolves once
 * the files are kept with it too, so that the form that opens next finds them.
 */
export async function draftForRevision(
  owner: string,
  revisionOf: string,
  typed: JobDraftValues,
  files: readonly File[],
): Promise<void> {
  // A revision is of a job of the same client.
  const { jobReporter } = await queryClient.fetchQuery(jobQuery(revisionOf));
  // Files of their own: the bytes of a draft go with it.
  const copies = files.map((file) => new File([file], file.name, file));
  await new Promise<void>((resolve, reject) => {
    const content = newJobDraft({ ...typed, jobReporter });
    keepDraft(owner, newJobForm({ revisionOf }), content, copies, () => resolve()).catch(reject);
  });
}
