import { useState } from 'react';
import type { JobStatus } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { nextStatuses } from '../../../contract/jobRights.ts';
import { useProfile } from '../../../session/useSession.ts';
import { PriorityBadge, StatusBadge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useJobUpdate } from '../edit/useJobUpdate.ts';
import { FormSection } from '../form/FormSection.tsx';
import { jobName } from '../jobWords.ts';

function actionLabel(from: JobStatus, to: JobStatus): string {
  if (to === 'IN_PROGRESS') return from === 'ON_HOLD' ? 'Resume work' : 'Reopen job';
  return { ON_HOLD: 'Put on hold', COMPLETED: 'Mark completed', CANCELLED: 'Cancel job' }[to];
}

const doneWords: Readonly<Record<JobStatus, string>> = {
  IN_PROGRESS: 'The job is in progress.',
  ON_HOLD: 'The job is on hold.',
  COMPLETED: 'The job is completed.',
  CANCELLED: 'The job was cancelled.',
};

/** Where the job stands, and where this person may take it. */
export function JobState({ job }: { job: JobDetails }) {
  const { userType } = useProfile();
  const { busy, change } = useJobUpdate(job);
  const [cancelling, setCancelling] = useState(false);
  const next = nextStatuses(job.status, userType);

  function go(status: JobStatus) {
    setCancelling(false);
    void change({ status }, doneWords[status]);
  }

  return (
    <FormSection title="Status">
      <div className="row">
        <StatusBadge status={job.status} />
        {job.jobPriority === 'HIGH' && <PriorityBadge priority="HIGH" />}
        <span className="soft small">
          changed <Time seconds={job.updatedTimestamp || job.createdTimestamp} />
        </span>
      </div>
      {next.length > 0 && (
        <div className="row">
          {next.map((status) => (
            <Button
              key={status}
              variant={status === 'CANCELLED' ? 'danger' : 'secondary'}
              busy={busy}
              onClick={() => (status === 'CANCELLED' ? setCancelling(true) : go(status))}
            >
              {actionLabel(job.status, status)}
            </Button>
          ))}
        </div>
      )}
      <Dialog
        open={cancelling}
        onClose={() => setCancelling(false)}
        title="Cancel this job?"
        actions={
          <>
            <Button onClick={() => setCancelling(false)}>Keep the job</Button>
            <Button variant="danger" onClick={() => go('CANCELLED')}>
              Cancel job
            </Button>
          </>
        }
      >
        <p>
          Work on “{jobName(job)}” stops. Files and messages stay where they are; only EV can reopen a
          cancelled job.
        </p>
      </Dialog>
    </FormSection>
  );
}
