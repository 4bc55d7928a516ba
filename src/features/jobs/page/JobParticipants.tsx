import { Link } from '@tanstack/react-router';
import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { formatPhone } from '../../../format/phone.ts';
import { useProfile } from '../../../session/useSession.ts';
import { EmailLink } from '../../../ui/text/EmailLink.tsx';
import { FormSection } from '../FormSection.tsx';
import { assigneeText } from '../jobText.ts';
import { JobAssignee } from './JobAssignee.tsx';

/** The client and the assignee of a job, who can be changed while it is open. */
export function JobParticipants({ job }: { job: Job }) {
  const { userType } = useProfile();
  const { company, phoneNumber, expected } = job.jobReporterDetails;
  const open = job.status === 'IN_PROGRESS' || job.status === 'ON_HOLD';
  return (
    <FormSection title="People">
      <dl className="facts">
        <div>
          <dt>Client</dt>
          {job.reporter !== job.jobReporter && (
            <dd dir="auto" translate="no">
              {job.reporter || job.jobReporter}
            </dd>
          )}
          {company && (
            <dd className="soft" dir="auto" translate="no">
              {company}
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
              <a href={`tel:${phoneNumber}`} translate="no">
                {formatPhone(phoneNumber)}
              </a>
            </dd>
          )}
        </div>
        <div>
          <dt>Assignee</dt>
          <dd dir="auto" translate={job.assignedTo ? 'no' : undefined}>
            {assigneeText(job)}
          </dd>
          {job.assignedTo && (
            <dd>
              <EmailLink email={job.assignedTo} />
            </dd>
          )}
        </div>
      </dl>
      {isStaff(userType) && open && <JobAssignee job={job} />}
    </FormSection>
  );
}
