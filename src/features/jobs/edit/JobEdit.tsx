import type { JobDetails } from '../../../contract/jobDetails.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { JobEditDraft, jobEditForm } from '../form/jobDraft.ts';
import { useDraft } from '../form/useDraft.ts';
import { useOpened } from '../form/useOpened.ts';
import { editOf } from '../form/waitingDraft.ts';
import { JobEditForm } from './JobEditForm.tsx';

type Props = {
  job: JobDetails;
  /** Place in the line of the change that waits to be sent and is to be changed; null for a new one. */
  seq: number | null;
  onDone: () => void;
};

/** The form that changes a job, once its draft and what waited were looked for. */
export function JobEdit({ job, seq, onDone }: Props) {
  const { email } = useProfile();
  const form = jobEditForm(job.jobId, seq);
  const { left, key, startOver } = useDraft(email, form, JobEditDraft);
  const opened = useOpened(seq);
  if (left === undefined || opened === undefined) return <FormSkeleton />;
  if (opened instanceof Error || (seq !== null && !opened)) {
    return (
      <EmptyState
        title={opened ? 'This change may have arrived already' : 'This change is no longer waiting'}
        text={opened ? 'As soon as that is known, it can be changed.' : 'It was sent meanwhile, or deleted.'}
      >
        <Button onClick={onDone}>Show the job</Button>
      </EmptyState>
    );
  }
  return (
    <JobEditForm
      key={key}
      job={opened?.job ?? job}
      draftForm={form}
      left={left}
      waiting={opened && { ...opened, draft: editOf(opened.record) }}
      onDiscard={startOver}
      onDone={onDone}
    />
  );
}
