import { jobQuery, queryClient } from '../../../api/queries.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { returnJobToDraft } from '../../../outbox/sends/queuedJobs.ts';
import { deliverableDraftName } from '../deliverables/deliverableDraft.ts';
import {
  baseOf,
  type JobDraftValues,
  jobEditForm,
  NewJobDraft,
  newJobDraft,
  newJobForm,
} from '../form/jobDraft.ts';
import type { JobCreateSearch } from '../jobCreateSearch.ts';
import { deliverableDraftOf, draftIn, editOf, newJobOf, revisionOfRecord } from './waitingDraft.ts';

/** Makes what waits the draft of its form again, where somebody edits it. */

const unfitText = 'This can’t be opened in its form. Copy what you need, then delete it.';

function valuesIn(record: JobRecord): JobDraftValues {
  const values = draftIn(record, NewJobDraft)?.values ?? newJobOf(record);
  if (!values) throw new Error(unfitText);
  return values;
}

/** @returns where its form is @throws OutboxError where it stays in the outbox */
export async function returnReportToDraft(record: JobRecord): Promise<JobCreateSearch> {
  const revisionOf = revisionOfRecord(record);
  const draft = newJobDraft(valuesIn(record));
  await returnJobToDraft(record, newJobForm({ revisionOf }), { ...draft, ...issuesOf(record) });
  return revisionOf ? { revisionOf } : {};
}

/**
 * Makes a new job the draft of a revision, which belongs to the client of the job that it revises.
 *
 * @returns where its form is @throws OutboxError where it stays in the outbox; ApiError where that job cannot be read
 */
export async function returnReportAsRevision(
  record: JobRecord,
  revisionOf: string,
): Promise<JobCreateSearch> {
  const values = valuesIn(record);
  const { jobReporter } = await queryClient.fetchQuery(jobQuery(revisionOf));
  await returnJobToDraft(record, newJobForm({ revisionOf }), newJobDraft({ ...values, jobReporter }));
  return { revisionOf };
}

/** Returns what the server found wrong, for the fields of the form. */
function issuesOf({ error }: JobRecord) {
  return error?.issues && { issues: error.issues };
}

/** @throws OutboxError where it stays in the outbox */
export async function returnDeliverableToDraft(record: JobRecord): Promise<void> {
  const draft = deliverableDraftOf(record);
  if (!draft) throw new Error(unfitText);
  await returnJobToDraft(record, deliverableDraftName(record.jobId), { ...draft, ...issuesOf(record) });
}

/** Where it was refused as stale, the job is read anew. @throws OutboxError where it stays in the outbox */
export async function returnChangeToDraft(record: JobRecord, job: Job): Promise<void> {
  const draft = editOf(record) ?? editOf({ ...record, context: { base: baseOf(job) } });
  if (!draft) throw new Error(unfitText);
  if (record.error?.code === 'stale') {
    await queryClient.fetchQuery({ ...jobQuery(record.jobId), staleTime: 0 }).catch(() => null);
  }
  await returnJobToDraft(record, jobEditForm(record.jobId), { ...draft, ...issuesOf(record) });
}
