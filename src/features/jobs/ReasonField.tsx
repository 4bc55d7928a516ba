import { isStaff, type JobStatus } from '../../contract/enums.ts';
import { useProfile } from '../../session/useSession.ts';
import { TextArea } from '../../ui/form/TextArea.tsx';
import type { BoundField } from '../../ui/form/useForm.ts';

/** What a reason is given for: a status, or the withdrawal of a deliverable. */
export type ReasonFor = JobStatus | 'WITHDRAWN';

const reasonLabels: Partial<Record<ReasonFor, string>> = {
  ON_HOLD: 'Reason for the hold',
  WITHDRAWN: 'Reason for the withdrawal',
};

type Props = BoundField<string> & {
  to: ReasonFor;
  /** Number of jobs that it is posted to. */
  jobs?: number;
};

/** Asks why a job gets a status or a deliverable is withdrawn, and says who will read the answer. */
export function ReasonField({ to, jobs = 1, ...field }: Props) {
  const { userType } = useProfile();
  const reader = isStaff(userType) ? (jobs === 1 ? 'The client' : 'Each client') : 'EV';
  return (
    <TextArea
      label={reasonLabels[to] ?? 'Reason for the cancellation'}
      required
      hint={`One or two sentences. ${reader} ${to === 'WITHDRAWN' ? 'sees this in place of the file' : 'gets this as a message'}.`}
      {...field}
    />
  );
}
