import { jobQuery, queryClient } from '../../../api/queries.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { returnJobToDraft } from '../../../outbox/queuedJobs.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { deliverableDraftName } from '../deliverables/deliverableValues.ts';
import { baseOf } from '../edit/jobChanges.ts';
import { jobEditForm, newJobDraft, newJobForm } from '../form/jobDraft.ts';
import { deliverableDraftOf, editOf, newJobOf, revisionOfRecord } from '../form/waitingDraft.ts';
import type { JobCreateSearch } from '../new/jobCreateSearch.ts';

/** Makes what waits the draft of its form again, where somebody edits it. */

const unfitText = 'This can’t be opened in its form. Copy what you need, then delete it.';

/** @returns where its form is @throws OutboxError where it stays in the outbox */
export async function returnReportToDraft(record: JobRecord): Promise<JobCreateSearch> {
  const values = newJobOf(record);
  if (!values) throw new Error(unfitText);
  const revisionOf = revisionOfRecord(record);
  await returnJobToDraft(record, newJobForm({ revisionOf }), newJobDraft(values));
  return revisionOf ? { revisionOf } : {};
}

/** @throws OutboxError where it stays in the outbox */
export async function returnDeliverableToDraft(record: JobRecord): Promise<void> {
  const draft = deliverableDraftOf(record);
  if (!draft) throw new Error(unfitText);
  await returnJobToDraft(record, deliverableDraftName(record.jobId), draft);
}

/** Where it was refused as stale, the job is read anew. @throws OutboxError where it stays in the outbox */
export async function returnChangeToDraft(record: JobRecord, job: Job): Promise<void> {
  const draft = editOf(record) ?? editOf({ ...record, context: { base: baseOf(job) } });
  if (!draft) throw new Error(unfitText);
  if (record.error?.code === 'stale') {
    await queryClient.fetchQuery({ ...jobQuery(record.jobId), staleTime: 0 }).catch(() => null);
  }
  await returnJobToDraft(record, jobEditForm(record.jobId), draft);
}
