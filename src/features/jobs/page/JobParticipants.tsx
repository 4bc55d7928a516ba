import { Link } from '@tanstack/react-router';
import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { formatPhone, phoneLink } from '../../../format/phone.ts';
import { useProfile } from '../../../session/useSession.ts';
import { FoldingSection } from '../../../ui/FoldingSection.tsx';
import { EmailLink } from '../../../ui/text/EmailLink.tsx';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { Company } from './Company.tsx';
import { AssignToMe, JobAssignee } from './JobAssignee.tsx';

/** How the client and the assignee of a job, whom its head names, are reached. Staff change the assignee while it is open. */
export function JobParticipants({ job }: { job: Job }) {
  const { email, userType } = useProfile();
  const { company, phoneNumber, expected } = job.jobReporterDetails;
  const isWide = useIsWide();
  const open = job.status === 'IN_PROGRESS' || job.status === 'ON_HOLD';
  const canAssign = isStaff(userType) && open;
  return (
    <FoldingSection title="People" brief={<span translate="no">{job.reporter || job.jobReporter}</span>}>
      <dl className="facts">
        <div>
          <dt>Client</dt>
          {job.reporter !== job.jobReporter && (
            <dd dir="auto" translate="no">
              {job.reporter || job.jobReporter}
            </dd>
          )}
          {/* At a desk the head names it. */}
          {company && !isWide && (
            <dd dir="auto">
              <Company name={company} />
            </dd>
          )}
          <dd>
            <EmailLink email={job.jobReporter} />
          </dd>
          {expected && (
            <dd className="soft">
              Hasn’t signed up yet. <Link to="/users/invite">View invitations</Link>
            </dd>
          )}
          {phoneNumber && (
            <dd>
              <a href={phoneLink(phoneNumber)} translate="no">
                {formatPhone(phoneNumber)}
              </a>
            </dd>
          )}
        </div>
        {job.assignedTo && (
          <div>
            <dt>Assignee</dt>
            <dd>
              <EmailLink email={job.assignedTo} />
            </dd>
            {canAssign && job.assignedTo !== email && (
              <dd>
                <AssignToMe job={job} />
              </dd>
            )}
          </div>
        )}
      </dl>
      {canAssign && <JobAssignee job={job} />}
    </FoldingSection>
  );
}
