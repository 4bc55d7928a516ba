import { type ReactNode, useSyncExternalStore } from 'react';
import { licensesQuery } from '../../api/licensesQuery.ts';
import { jobQuery, queryClient } from '../../api/queries.ts';
import { isStaff } from '../../contract/enums.ts';
import type { JobStats } from '../../contract/jobs/job.ts';
import { licenseProblem } from '../../contract/proof/proof.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { isoDay } from '../../format/date.ts';
import { doneOrQueued } from '../../outbox/kinds/sendState.ts';
import { onWaitingChange } from '../../outbox/records/waiting.ts';
import { waitingJobs } from '../../outbox/records/waitingJobs.ts';
import { updateJobsHere } from '../../outbox/sends/updateJobs.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastError } from '../../ui/feedback/toastError.ts';
import { useAction } from '../../ui/useAction.ts';
import { InboxSection } from './InboxSection.tsx';
import { useInbox } from './useInbox.ts';

/** Assigns a job to the reader, who gets its messages with it. */
function TakeJob({ jobId, email }: { jobId: string; email: string }) {
  const { busy, run: take } = useAction(async () => {
    const job = await queryClient.fetchQuery({ ...jobQuery(jobId), staleTime: 0 });
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
    <Button busy={busy} aria-disabled={isTaken} onClick={() => !isTaken && take()}>
      {isTaken ? 'Assigned to you' : 'Assign to me'}
    </Button>
  );
}

type Counts = NonNullable<JobStats['inbox']>;

/** Jobs of the other parts that show at first: the reader's own answers come first. */
const fewJobs = 3;

/**
 * Shows the parts of the inbox below the messages that need the reader's answer: the shared queue of staff, and jobs that wait for the
 * other side.
 *
 * @param children shown below them once they are known, so that nothing is pushed down
 */
export function InboxParts({
  reader,
  counts,
  children,
}: {
  reader: ApprovedProfile;
  counts: Counts;
  children: ReactNode;
}) {
  const { email } = reader;
  const { shared: inQueue = 0, waiting: waitingJobs = 0 } = counts;
  const shared = useInbox(email, { part: 'shared' }, inQueue > 0);
  const waiting = useInbox(email, { part: 'waiting' }, waitingJobs > 0);
  const others = isStaff(reader.userType) ? 'the client' : 'EV';
  if (shared.isPending || waiting.isPending) return null;
  return (
    <>
      {inQueue > 0 && (
        <InboxSection
          reader={reader}
          inbox={shared}
          title="Shared queue"
          text="Messages on jobs without an assignee who can answer. Whoever is assigned gets them."
          count={inQueue}
          firstJobs={fewJobs}
          action={({ jobId }) => <TakeJob jobId={jobId} email={email} />}
        />
      )}
      {waitingJobs > 0 && (
        <InboxSection
          reader={reader}
          inbox={waiting}
          title="Waiting for the other side"
          text={`You wrote last, and ${others} hasn’t answered.`}
          count={waitingJobs}
          firstJobs={fewJobs}
        />
      )}
      {children}
    </>
  );
}
