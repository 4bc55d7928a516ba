import { Plus } from 'lucide';
import { useState } from 'react';
import { isStaff, type JobStatus, jobStatuses, openStatuses } from '../../../contract/enums.ts';
import { deliveredOf } from '../../../contract/jobs/delivered.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { hasDetails, type JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { nextStatuses } from '../../../contract/jobs/jobRights.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Section } from '../../../ui/Section.tsx';
import { LongText } from '../../../ui/text/LongText.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { JobDue } from '../due/JobDue.tsx';
import { JobSteps } from './JobSteps.tsx';
import styles from './JobView.module.css';
import { useJobUpdate } from './useJobUpdate.ts';
import { useReasonDialog } from './useReasonDialog.tsx';

function actionLabel(from: JobStatus, to: JobStatus): string {
  if (to === 'IN_PROGRESS') return from === 'ON_HOLD' ? 'Resume' : 'Reopen';
  return to === 'ON_HOLD' ? 'Put on hold' : 'Mark as completed';
}

/**
 * The statuses in the order of their buttons, so that work on hold is resumed before it is completed; the menu of the page has the
 * cancellation.
 */
const actions: readonly JobStatus[] = ['IN_PROGRESS', 'COMPLETED', 'ON_HOLD'];

type Props = {
  job: Job | JobDetails;
  /** Opens the form of a new deliverable. */
  onDeliver: () => void;
};

/** Why the job has its status, which stands in its head, and the changes of it that the user may make; for a client, how far the job is. */
export function JobState({ job, onDeliver }: Props) {
  const { userType } = useProfile();
  const staff = isStaff(userType);
  const isOpen = openStatuses.includes(job.status);
  const { busy, change } = useJobUpdate(job);
  const hold = useReasonDialog(job, 'ON_HOLD');
  const [completing, setCompleting] = useState(false);
  const allowed = nextStatuses(job.status, userType);
  const next = actions.filter((status) => allowed.includes(status));
  const isDelivered = hasDetails(job) && deliveredOf(job).length > 0;
  const changed = job.updatedTimestamp || job.createdTimestamp;

  function go(status: JobStatus) {
    if (status === 'ON_HOLD') hold.ask();
    else if (status === 'COMPLETED' && !isDelivered) setCompleting(true);
    else void change({ status }, `Job moved to ${jobStatuses[status]}.`);
  }

  return (
    <Section title="Status">
      {changed > 0 && (
        <p className="soft small">
          Updated <Time seconds={changed} inSentence />
        </p>
      )}
      {!staff && <JobSteps job={job} />}
      {job.statusReason && (
        <LongText text={job.statusReason} of="the reason">
          <p className="plain-text">
            <span className="soft">Reason: </span>
            <bdi>{job.statusReason}</bdi>
          </p>
        </LongText>
      )}
      {staff && job.due !== undefined && <JobDue job={job} />}
      {next.length > 0 && (
        <div className={`row ${styles.changes}`}>
          {next.map((status, n) => (
            <Button
              key={status}
              variant={n === 0 && isOpen ? 'primary' : 'secondary'}
              busy={busy || (status === 'ON_HOLD' && hold.isLoading)}
              onClick={() => go(status)}
            >
              {actionLabel(job.status, status)}
            </Button>
          ))}
        </div>
      )}
      <ConfirmDialog
        open={completing}
        onClose={() => setCompleting(false)}
        title="Mark this job as completed?"
        confirm="Mark as completed"
        variant="primary"
        onConfirm={() => {
          setCompleting(false);
          void change({ status: 'COMPLETED' }, `Job moved to ${jobStatuses.COMPLETED}.`);
        }}
        more={
          hasDetails(job) && (
            <Button
              onClick={() => {
                setCompleting(false);
                onDeliver();
              }}
            >
              <Icon of={Plus} />
              Add deliverable
            </Button>
          )
        }
      >
        {hasDetails(job) && 'Nothing has been delivered yet.'} The client will be notified that the job is
        completed.
      </ConfirmDialog>
      {hold.dialog}
    </Section>
  );
}
