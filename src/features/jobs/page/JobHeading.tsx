import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { ArrowLeft, MessageSquare, Pencil } from 'lucide';
import type { ReactNode } from 'react';
import { keys } from '../../../api/queries.ts';
import { addressLine } from '../../../contract/address/addressText.ts';
import { isStaff, openStatuses } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { mayEditJob } from '../../../contract/jobs/jobRights.ts';
import { useProfile } from '../../../session/useSession.ts';
import { HighPriorityBadge, StatusBadge } from '../../../ui/Badge.tsx';
import { Button, ButtonLink, IconLink } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useOpenChat } from '../../../ui/openChat.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { CallAndDirections } from '../CallAndDirections.tsx';
import { DueBadge } from '../due/DueBadge.tsx';
import { assigneeText, jobName, newMessagesText } from '../jobText.ts';
import { Company } from './Company.tsx';
import styles from './JobHeading.module.css';

type HeadingProps = {
  job: Job;
  isNotes: boolean;
  isEditing: boolean;
  onEdit: () => void;
  /** Takes the job, where nobody has it and the reader may; its place is kept until its code is loaded. */
  take: ReactNode;
  /** What of the job opens outside, its photos and its plans; their places too. */
  site: ReactNode;
  /** What stands at the end. */
  children: ReactNode;
};

/** The way back to where the job was opened; from an email, to all jobs. */
function Back() {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <IconLink
      icon={ArrowLeft}
      label="Back"
      to="/jobs/listing/$category"
      params={{ category: 'all' }}
      onClick={(event) => {
        if (!canGoBack || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.back();
      }}
    />
  );
}

const takePlace = (
  <Button variant="quiet" className={styles.place}>
    Assign to me
  </Button>
);

/**
 * The name of the job, what its row in a list says of it, and what can be done with the whole of it: at a desk two lines, on a phone with
 * what is needed outside. The list has all code that it needs: it is drawn in the first frame after a tap.
 */
export function JobHeading({ job, isNotes, isEditing, onEdit, take, site, children }: HeadingProps) {
  const { userType } = useProfile();
  const openChat = useOpenChat();
  const { company } = job.jobReporterDetails;
  const address = addressLine(job.address);
  const isWide = useIsWide();
  const isFree = !job.assignedTo && isStaff(userType) && openStatuses.includes(job.status);
  const code = <span translate="no">{job.jobCode}</span>;
  const place = address && <span translate="no">{address}</span>;
  const marks = (
    <>
      <StatusBadge status={job.status} />
      {job.jobPriority === 'HIGH' && <HighPriorityBadge />}
      {job.due && <DueBadge job={job} />}
      <span>
        {job.assignedTo && 'Assigned to '}
        <span translate={job.assignedTo ? 'no' : undefined}>{assigneeText(job)}</span>
      </span>
      {isFree && (take ?? takePlace)}
    </>
  );
  const chat = (
    <Button
      variant="primary"
      aria-label="Open chat"
      title={job.newMessages > 0 ? newMessagesText(job.newMessages) : undefined}
      onClick={() => openChat(job.jobId)}
    >
      <Icon of={MessageSquare} />
      {isWide ? 'Open chat' : 'Chat'}
    </Button>
  );
  return (
    <PageHeading
      title={jobName(job)}
      documentTitle={`${jobName(job)} (${job.jobCode})`}
      of={[keys.job(job.jobId), ...(isNotes ? [keys.staffNotes(job.jobId)] : [])]}
      {...(isWide
        ? {
            under: (
              <>
                <span>Job {code}</span>
                {place}
                {marks}
                {company && <Company name={company} />}
                {job.newMessages > 0 && <span>{newMessagesText(job.newMessages)}</span>}
              </>
            ),
          }
        : {
            over: (
              <span className={styles.over}>
                <Back />
                <span>Job {code}</span>
              </span>
            ),
            note: place,
            below: <div className="row">{marks}</div>,
          })}
    >
      {!isWide && !isEditing && (
        <div className={styles.site}>
          <CallAndDirections job={job} short />
          {site ?? <span className={styles.places} />}
          {chat}
        </div>
      )}
      {(isWide || isEditing) && chat}
      {!isEditing && (
        <>
          {mayEditJob(job.status, userType) && (
            <Button onClick={onEdit}>
              <Icon of={Pencil} />
              Edit job
            </Button>
          )}
          {job.status === 'COMPLETED' && (
            <ButtonLink to="/jobs/create" search={{ revisionOf: job.jobId }}>
              Request revision
            </ButtonLink>
          )}
        </>
      )}
      {children}
    </PageHeading>
  );
}
