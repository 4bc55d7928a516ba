import type { JobStatus } from '../../../contract/enums.ts';
import { isStaff } from '../../../contract/enums.ts';
import { useProfile } from '../../../session/useSession.ts';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import type { BoundField } from '../../../ui/form/useForm.ts';

type Props = BoundField<string> & {
  to: JobStatus;
  /** Number of jobs that it is posted to. */
  jobs?: number;
};

/** Asks why a job gets a status, and says who will read the answer. */
export function ReasonField({ to, jobs = 1, ...field }: Props) {
  const { userType } = useProfile();
  const reader = isStaff(userType) ? (jobs === 1 ? 'The client' : 'Each client') : 'EV';
  return (
    <TextArea
      label={to === 'ON_HOLD' ? 'Reason for the hold' : 'Reason for the cancellation'}
      required
      hint={`One or two sentences. ${reader} gets this as a message.`}
      {...field}
    />
  );
}
