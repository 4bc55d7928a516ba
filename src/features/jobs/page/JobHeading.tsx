import { Link } from '@tanstack/react-router';
import { MessageSquare, Pencil } from 'lucide';
import type { ReactNode } from 'react';
import { keys } from '../../../api/queries.ts';
import { addressLine } from '../../../contract/address/addressText.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { mayEditJob } from '../../../contract/jobs/jobRights.ts';
import { useProfile } from '../../../session/useSession.ts';
import { HighPriorityBadge, StatusBadge } from '../../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useOpenChat } from '../../../ui/openChat.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { CallAndDirections } from '../CallAndDirections.tsx';
import { DueBadge } from '../due/DueBadge.tsx';
import { assigneeText, jobName, newMessagesText } from '../jobText.ts';

type HeadingProps = {
  job: Job;
  isNotes: boolean;
  isEditing: boolean;
  onEdit: () => void;
  /** What stands at the end. */
  children: ReactNode;
};

/** The company of the client; for staff a link to its jobs. */
function Company({ name }: { name: string }) {
  const { userType } = useProfile();
  if (!name || !isStaff(userType)) return <span translate="no">{name}</span>;
  return (
    <Link
      to="/jobs/listing/$category"
      params={{ category: 'all' }}
      search={{ company: name }}
      title={`All jobs of ${name}`}
      translate="no"
    >
      {name}
    </Link>
  );
}

/**
 * The name of the job, what its row in a list says of it, and what can be done with the whole of it. The list has all code that it needs:
 * it is drawn in the first frame after a tap.
 */
export function JobHeading({ job, isNotes, isEditing, onEdit, children }: HeadingProps) {
  const { userType } = useProfile();
  const openChat = useOpenChat();
  const { company } = job.jobReporterDetails;
  const address = addressLine(job.address);
  const isWide = useIsWide();
  const onTheWay = !isEditing && <CallAndDirections job={job} />;
  return (
    <PageHeading
      title={jobName(job)}
      documentTitle={`${jobName(job)} (${job.jobCode})`}
      over={
        <>
          Job <span translate="no">{job.jobCode}</span>
        </>
      }
      of={[keys.job(job.jobId), ...(isNotes ? [keys.staffNotes(job.jobId)] : [])]}
      note={address && <span translate="no">{address}</span>}
      below={
        <>
          <div className="row">
            <StatusBadge status={job.status} />
            {job.jobPriority === 'HIGH' && <HighPriorityBadge />}
            {job.due && <DueBadge job={job} />}
            <span>
              {job.assignedTo && 'Assigned to '}
              <span translate={job.assignedTo ? 'no' : undefined}>{assigneeText(job)}</span>
            </span>
          </div>
          {(company || job.newMessages > 0) && (
            <p>
              <Company name={company} />
              {company && job.newMessages > 0 && ' · '}
              {job.newMessages > 0 && newMessagesText(job.newMessages)}
            </p>
          )}
        </>
      }
    >
      {!isWide && onTheWay}
      <Button variant="primary" onClick={() => openChat(job.jobId)}>
        <Icon of={MessageSquare} />
        Open chat
      </Button>
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
          {isWide && onTheWay}
        </>
      )}
      {children}
    </PageHeading>
  );
}
