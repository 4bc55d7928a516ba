import { useSyncExternalStore } from 'react';
import { licensesQuery } from '../../api/licensesQuery.ts';
import { jobQuery, queryClient } from '../../api/queries.ts';
import { apply } from '../../cache/apply.ts';
import type { InboxMessage } from '../../contract/messages/message.ts';
import { licenseProblem } from '../../contract/proof/proof.ts';
import { isoDay } from '../../format/date.ts';
import { doneOrQueued } from '../../outbox/kinds/sendState.ts';
import { onWaitingChange } from '../../outbox/records/waiting.ts';
import { waitingJobs } from '../../outbox/records/waitingJobs.ts';
import { updateJobsHere } from '../../outbox/sends/updateJobs.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastError } from '../../ui/feedback/toastError.ts';
import { useAction } from '../../ui/useAction.ts';

/** Assigns a job to the reader, who gets its messages with it. */
export function TakeJob({
  shown: { jobId, assignedTo },
  email,
  variant,
}: {
  /** As the list shows it; its assignee, if any, cannot answer. */
  shown: Pick<InboxMessage, 'jobId' | 'assignedTo'>;
  email: string;
  /** As the buttons beside it. */
  variant: 'quiet' | 'secondary';
}) {
  const { busy, run: take } = useAction(async () => {
    const job = await queryClient.fetchQuery({ ...jobQuery(jobId), staleTime: 0 });
    if (job.assignedTo !== assignedTo && job.assignedTo !== '' && job.assignedTo !== email) {
      // A colleague was first.
      apply({ kind: 'lists-outdated', when: 'now' });
      toast(`${job.assignedToName || job.assignedTo} has this job already.`);
      return;
    }
    const licenses = await queryClient.fetchQuery(licensesQuery()).catch(() => []);
    const whom = { assignee: email, reader: email, today: isoDay() };
    const problem = licenseProblem(job, licenses, whom) ?? '';
    const changes = { evJobId: jobId, jobUpdateUser: email, version: job.version, assignedTo: email };
    let isRefused = false;
    await updateJobsHere([{ changes }], (error) => {
      isRefused = true;
      toastError(error);
    });
    if (!isRefused) toast(`${doneOrQueued('Assigned to you.')} ${problem}`.trim(), { tone: 'good' });
  }, toastError);
  const waiting = useSyncExternalStore(onWaitingChange, waitingJobs);
  const isTaken = waiting.some(
    (record) => record.kind === 'assignment' && record.jobId === jobId && record.state !== 'failed',
  );
  return (
    <Button variant={variant} busy={busy} aria-disabled={isTaken} onClick={() => !isTaken && take()}>
      {isTaken ? 'Assigned to you' : 'Assign to me'}
    </Button>
  );
}
