import type { ReactNode } from 'react';
import { ApiError } from '../../api/client.ts';
import { jobQuery, queryClient } from '../../api/queries.ts';
import { isStaff } from '../../contract/enums.ts';
import type { JobStats } from '../../contract/jobs/job.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { updateJobs } from '../../outbox/sendManyJobs.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastError } from '../../ui/feedback/toastError.ts';
import { useAction } from '../../ui/useAction.ts';
import { InboxSection } from './InboxSection.tsx';
import { useInbox } from './useInbox.ts';

/** Assigns a job to the reader, who gets its messages with it. */
function TakeJob({ jobId, email }: { jobId: string; email: string }) {
  const { busy, run: take } = useAction(async () => {
    const { version } = await queryClient.fetchQuery({ ...jobQuery(jobId), staleTime: 0 });
    const changes = { evJobId: jobId, jobUpdateUser: email, version, assignedTo: email };
    await updateJobs([{ changes }], (_, outcome) => {
      if (outcome instanceof ApiError) toastError(outcome);
      else if ('clientId' in outcome) toast('1 change waiting to send.');
      else toast('Assigned to you.', { tone: 'good' });
    });
  }, toastError);
  return (
    <Button busy={busy} onClick={() => take()}>
      Assign to me
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
