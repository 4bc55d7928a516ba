import { isStaff } from '../../contract/enums.ts';
import type { JobDetails } from '../../contract/job.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { FormSection } from './FormSection.tsx';
import { assigneeWords } from './jobWords.ts';
import { useJobUpdate } from './useJobUpdate.ts';

/** `+14155550132` → `(415) 555-0132`; other countries' numbers stay as they are (their plans would weigh 30 KB here). */
function shownPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

/** Whose job it is and who does it, with the ways to reach them. */
export function JobPeople({ job }: { job: JobDetails }) {
  const me = useProfile();
  const { busy, change } = useJobUpdate(job);
  const { company, phoneNumber } = job.jobReporterDetails;
  const open = job.status === 'IN_PROGRESS' || job.status === 'ON_HOLD';
  return (
    <FormSection title="People">
      <dl className="facts">
        <div>
          <dt>Reporter</dt>
          <dd>{job.reporter || job.jobReporter}</dd>
          {company && <dd className="soft">{company}</dd>}
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
          <dd>{assigneeWords(job)}</dd>
          {job.assignedTo && (
            <dd>
              <a href={`mailto:${job.assignedTo}`}>{job.assignedTo}</a>
            </dd>
          )}
        </div>
      </dl>
      {isStaff(me.userType) && open && job.assignedTo !== me.email && (
        <div className="row">
          <Button
            busy={busy}
            onClick={() => void change({ assignedTo: me.email }, 'The job is assigned to you.')}
          >
            Assign to me
          </Button>
        </div>
      )}
    </FormSection>
  );
}
