import { jobQuery, queryClient } from '../../../api/queries.ts';
import { saveDraft } from '../../../outbox/drafts/drafts.ts';
import { type JobDraftValues, newJobDraft, newJobForm } from '../form/jobDraft.ts';

/**
 * Saves what was typed for a new job as the draft of a revision. Resolves once its files are saved too, so that the form which
 * opens next reads them.
 */
export async function draftForRevision(
  owner: string,
  revisionOf: string,
  typed: JobDraftValues,
  files: readonly File[],
): Promise<void> {
  // A revision belongs to the client of the job it revises.
  const { jobReporter } = await queryClient.fetchQuery(jobQuery(revisionOf));
  // Copies: the stored bytes of the other draft are deleted with it.
  const copies = files.map((file) => new File([file], file.name, file));
  await new Promise<void>((resolve, reject) => {
    const content = newJobDraft({ ...typed, jobReporter });
    saveDraft(owner, newJobForm({ revisionOf }), content, copies, { onUnsaved: () => resolve() }).catch(
      reject,
    );
  });
}
