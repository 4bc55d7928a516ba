import { useState } from 'react';
import { cachedItems, listedJobs } from '../../cache/cachedItems.ts';
import type { Job } from '../../contract/jobs/job.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import type { Ended } from '../../features/check/CheckPage.tsx';
import { sendMessage } from '../../outbox/sends/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastError } from '../../ui/feedback/toastError.ts';
import { useAction } from '../../ui/useAction.ts';

type Props = { ended: Ended; reader: ApprovedProfile };

/** Finds a job that this device has read, by its code. */
function jobByCode(jobCode: string): Job | undefined {
  return [...listedJobs(), ...cachedItems<Job>('job')].find((job) => job.jobCode === jobCode);
}

/** Tells the job's chat in one tap that an old sheet is in use: now, or once there is a connection. */
export function TellOldSheet({ ended: { jobCode, revision, by }, reader: { userType } }: Props) {
  const [isTold, setTold] = useState(false);
  const [id] = useState(() => crypto.randomUUID());
  const job = jobByCode(jobCode);
  const why = by === null ? 'It has been withdrawn.' : `Revision ${by} has replaced it.`;
  const { busy, run } = useAction(async () => {
    if (!job || userType === 'UNSPECIFIED') return;
    const message = {
      jobId: job.jobId,
      content: `A sheet of revision ${revision} is in use. ${why}`,
      jobReporter: job.jobReporter,
      assignedTo: job.assignedTo,
      fromUserType: userType,
    };
    await sendMessage(getOwner(), message, [], id);
    setTold(true);
    toast('The chat will know.', { tone: 'good' });
  }, toastError);
  if (!job) return null;
  return (
    <p>
      <Button variant="primary" busy={busy} disabled={isTold} onClick={() => void run()}>
        {isTold ? 'Told the job’s chat' : 'Tell the job’s chat'}
      </Button>
    </p>
  );
}
