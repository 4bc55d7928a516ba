import { Link } from '@tanstack/react-router';
import { MessageSquare, Pencil } from 'lucide';
import type { ReactNode } from 'react';
import { keys } from '../../../api/queries.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { mayEditJob } from '../../../contract/jobs/jobRights.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useOpenChat } from '../../../ui/openChat.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { CallAndDirections } from '../CallAndDirections.tsx';
import { jobName, newMessagesText } from '../jobText.ts';

type HeadingProps = {
  job: Job;
  isNotes: boolean;
  isEditing: boolean;
  onEdit: () => void;
  /** What stands at the end. */
  children: ReactNode;
};

/** The name of the job, and what can be done with the whole of it. */
export function JobHeading({ job, isNotes, isEditing, onEdit, children }: HeadingProps) {
  const { userType } = useProfile();
  const openChat = useOpenChat();
  const { company } = job.jobReporterDetails;
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
      note={
        (company || job.newMessages > 0) && (
          <>
            {company && isStaff(userType) ? (
              <Link
                to="/jobs/listing/$category"
                params={{ category: 'all' }}
                search={{ company }}
                title={`All jobs of ${company}`}
                translate="no"
              >
                {company}
              </Link>
            ) : (
              <span translate="no">{company}</span>
            )}
            {company && job.newMessages > 0 && ' · '}
            {job.newMessages > 0 && newMessagesText(job.newMessages)}
          </>
        )
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
