import type { JobDetails } from '../../contract/job.ts';
import { useProfile } from '../../session/useSession.ts';
import { FormSkeleton } from './FormSkeleton.tsx';
import { JobEditForm } from './JobEditForm.tsx';
import { isJobEditDraft, jobEditForm } from './jobDraft.ts';
import { useDraft } from './useDraft.ts';

/** The form that changes a job, once its draft was looked for. */
export function JobEdit({ job, onDone }: { job: JobDetails; onDone: () => void }) {
  const { email } = useProfile();
  const { left, key, startOver } = useDraft(email, jobEditForm(job.jobId), isJobEditDraft);
  if (left === undefined) return <FormSkeleton />;
  return <JobEditForm key={key} job={job} left={left} onDiscard={startOver} onDone={onDone} />;
}
