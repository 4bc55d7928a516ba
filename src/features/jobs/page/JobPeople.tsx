import { isStaff } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { shownPhone } from '../../../format/phone.ts';
import { useProfile } from '../../../session/useSession.ts';
import { FormSection } from '../form/FormSection.tsx';
import { assigneeWords } from '../jobWords.ts';
import { JobAssignee } from './JobAssignee.tsx';

/** Whose job it is and who does it, with the ways to reach them. */
export function JobPeople({ job }: { job: JobDetails }) {
  const { userType } = useProfile();
  const { company, phoneNumber } = job.jobReporterDetails;
  const open = job.status === 'IN_PROGRESS' || job.status === 'ON_HOLD';
  return (
    <FormSection title="People">
      <dl className="facts">
        <div>
          <dt>Reporter</dt>
          <dd dir="auto">{job.reporter || job.jobReporter}</dd>
          {company && (
            <dd className="soft" dir="auto">
              {company}
            </dd>
          )}
          <dd>
            <a href={`mailto:${job.jobReporter}`}>{job.jobReporter}</a>
          </dd>
          {phoneNumber && (
            <dd>
              <a href={`tel:${phoneNumber}`}>{shownPhone(phoneNumber)}</a>
            </dd>
          )}
        </div>
        <div>
          <dt>Assigned to</dt>
          <dd dir="auto">{assigneeWords(job)}</dd>
          {job.assignedTo && (
            <dd>
              <a href={`mailto:${job.assignedTo}`}>{job.assignedTo}</a>
            </dd>
          )}
        </div>
      </dl>
      {isStaff(userType) && open && <JobAssignee job={job} />}
    </FormSection>
  );
}
