import { isStaff, type JobStatus } from '../../contract/enums.ts';
import { ReplyTextArea } from '../../replies/ReplyTextArea.tsx';
import { useProfile } from '../../session/useSession.ts';
import type { BoundField } from '../../ui/form/useForm.ts';

/** What a reason is given for: a status, or the withdrawal of a deliverable. */
export type ReasonFor = JobStatus | 'WITHDRAWN';

const reasonLabels: Partial<Record<ReasonFor, string>> = {
  ON_HOLD: 'Reason for the hold',
  WITHDRAWN: 'Reason for the withdrawal',
};

type Props = BoundField<string> & {
  to: ReasonFor;
  /** The jobs that it is posted to. */
  jobIds: readonly string[];
};

/** Asks why a job gets a status or a deliverable is withdrawn, and says who will read the answer. */
export function ReasonField({ to, jobIds, ...field }: Props) {
  const { userType } = useProfile();
  const reader = isStaff(userType) ? (jobIds.length === 1 ? 'The client' : 'Each client') : 'EV';
  return (
    <ReplyTextArea
      jobIds={jobIds}
      label={reasonLabels[to] ?? 'Reason for the cancellation'}
      required
      hint={`One or two sentences. ${reader} ${to === 'WITHDRAWN' ? 'sees this in place of the file' : 'gets this as a message'}.`}
      {...field}
    />
  );
}
