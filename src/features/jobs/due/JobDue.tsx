import { useState } from 'react';
import { isStaff, openStatuses } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { dayOfDate } from '../../../format/date.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { DueBadge } from './DueBadge.tsx';
import { DueDialog } from './DueDialog.tsx';

/** Returns what stands in the place of a due date that does not run. */
function restText({ due, status }: JobDetails): string {
  if (!due) return 'No due date';
  if (status === 'ON_HOLD')
    return `Was due ${dayOfDate(due.date)}. The job gets a later date when it resumes.`;
  return status === 'IN_PROGRESS' ? '' : `Was due ${dayOfDate(due.date)}`;
}

/** When the job is due, which staff can change. */
export function JobDue({ job }: { job: JobDetails }) {
  const { userType } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const isOpenJob = openStatuses.includes(job.status);
  const rest = restText(job);
  return (
    <div className="row">
      <DueBadge job={job} />
      {rest && <span className="soft small">{rest}</span>}
      {isStaff(userType) && job.due?.isSet && <span className="soft small">Set by staff</span>}
      {isStaff(userType) && isOpenJob && (
        <Button variant="quiet" data-no-print="" onClick={() => setOpen(true)}>
          {job.due ? 'Change due date' : 'Set due date'}
        </Button>
      )}
      {isOpen && <DueDialog job={job} start={null} seq={null} onClose={() => setOpen(false)} />}
    </div>
  );
}
