import { useState } from 'react';
import { type JobStatus, jobStatuses } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { nextStatuses } from '../../../contract/jobs/jobRights.ts';
import { useProfile } from '../../../session/useSession.ts';
import { HighPriorityBadge, StatusBadge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { LongText } from '../../../ui/text/LongText.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { JobDue } from '../due/JobDue.tsx';
import { ReasonDialog } from '../edit/ReasonDialog.tsx';
import { useJobUpdate } from '../edit/useJobUpdate.ts';
import { FormSection } from '../FormSection.tsx';
import styles from './JobView.module.css';

function actionLabel(from: JobStatus, to: JobStatus): string {
  if (to === 'IN_PROGRESS') return from === 'ON_HOLD' ? 'Resume' : 'Reopen';
  return { ON_HOLD: 'Put on hold', COMPLETED: 'Mark as completed', CANCELLED: 'Cancel job' }[to];
}

/** The status that a dialog asks a reason for. After one was sent, the dialog begins anew; `times` counts them. */
type Asked = { to: 'ON_HOLD' | 'CANCELLED'; open: boolean; isSent?: true; times: number };

/** The status with its reason, and the changes of it that the user may make. */
export function JobState({ job }: { job: Job }) {
  const { userType } = useProfile();
  const { busy, change } = useJobUpdate(job);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [completing, setCompleting] = useState(false);
  const next = nextStatuses(job.status, userType);
  const changed = job.updatedTimestamp || job.createdTimestamp;

  function go(status: JobStatus) {
    if (status === 'ON_HOLD' || status === 'CANCELLED')
      setAsked({ to: status, open: true, times: (asked?.times ?? 0) + (asked?.isSent ? 1 : 0) });
    else if (status === 'COMPLETED') setCompleting(true);
    else void change({ status }, `Job moved to ${jobStatuses[status]}.`);
  }

  return (
    <FormSection title="Status">
      <div className="row">
        <StatusBadge status={job.status} />
        {job.jobPriority === 'HIGH' && <HighPriorityBadge />}
        {changed > 0 && (
          <span className="soft small">
            Updated <Time seconds={changed} inSentence />
          </span>
        )}
      </div>
      {job.statusReason && (
        <LongText text={job.statusReason} of="the reason">
          <p className="plain-text">
            <span className="soft">Reason: </span>
            <bdi>{job.statusReason}</bdi>
          </p>
        </LongText>
      )}
      {job.due !== undefined && <JobDue job={job} />}
      {next.length > 0 && (
        <div className={`row ${styles.changes}`}>
          {next.map((status) => (
            <Button
              key={status}
              variant={status === 'CANCELLED' ? 'quiet' : 'secondary'}
              busy={busy}
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
      >
        The client will be notified. Only staff can reopen the job.
      </ConfirmDialog>
      {asked && (
        <ReasonDialog
          key={`${asked.to} ${asked.times}`}
          job={job}
          to={asked.to}
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
          onSent={() => setAsked({ ...asked, open: false, isSent: true })}
        />
      )}
    </FormSection>
  );
}
