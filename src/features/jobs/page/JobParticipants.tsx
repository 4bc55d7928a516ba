import { Link } from '@tanstack/react-router';
import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { formatPhone, phoneLink } from '../../../format/phone.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Section } from '../../../ui/Section.tsx';
import { EmailLink } from '../../../ui/text/EmailLink.tsx';
import { assigneeText } from '../jobText.ts';
import { useStaff } from '../useStaff.tsx';
import { AssignToMe, JobAssignee } from './JobAssignee.tsx';

/** The client and the assignee of a job, who can be changed while it is open. */
export function JobParticipants({ job }: { job: Job }) {
  const { email, userType } = useProfile();
  const { company, phoneNumber, expected } = job.jobReporterDetails;
  const open = job.status === 'IN_PROGRESS' || job.status === 'ON_HOLD';
  const canAssign = isStaff(userType) && open;
  const { employees } = useStaff(canAssign);
  // An assignment that waits names an address only.
  const chosen = employees.find(({ email }) => email === job.assignedTo);
  const assignedToName = job.assignedToName || (chosen?.userName ?? '');
  return (
    <Section title="People">
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
          {company && isStaff(userType) && (
            <dd>
              <Link to="/jobs/listing/$category" params={{ category: 'all' }} search={{ company }}>
                All jobs of this company
              </Link>
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
        <div>
          <dt>Assignee</dt>
          <dd dir="auto" translate={job.assignedTo ? 'no' : undefined}>
            {assigneeText({ ...job, assignedToName })}
          </dd>
          {job.assignedTo && (
            <dd>
              <EmailLink email={job.assignedTo} />
            </dd>
          )}
          {/* Of a job without one, it stands with the status. */}
          {canAssign && job.assignedTo && job.assignedTo !== email && (
            <dd>
              <AssignToMe job={job} />
            </dd>
          )}
        </div>
      </dl>
      {canAssign && <JobAssignee job={job} />}
    </Section>
  );
}
