import { useState } from 'react';
import { dueDateText } from '../../../contract/due/dueDateText.ts';
import { openStatuses } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDialogCode } from '../../../ui/dialog/useDialogCode.ts';
import { useServerTicking } from '../../../ui/useTicking.ts';
import { dueText } from './dueText.ts';
import { loadDueDialog } from './loadDueDialog.ts';

/** Returns what the badge in the head does not say: the date of a job that is due soon or overdue, or whose clock stands. */
function restText({ due, status }: Job, nowSeconds: number): string {
  if (!due) return 'No due date';
  const day = dueDateText(due.date, nowSeconds);
  if (status === 'IN_PROGRESS' && nowSeconds < due.end)
    return dueText({ due, status }, nowSeconds, true).includes(day) ? '' : `Due ${day}`;
  const was = `Was due ${day}`;
  return status === 'ON_HOLD' ? `${was}. The job gets a later date when it resumes.` : was;
}

/** When the job is due, which staff can change; clients read it in its steps. */
export function JobDue({ job }: { job: Job }) {
  const { code, isLoading, withCode } = useDialogCode(loadDueDialog);
  const [isOpen, setOpen] = useState(false);
  const isOpenJob = openStatuses.includes(job.status);
  const rest = useServerTicking((now) => restText(job, now));
  return (
    <div className="row">
      {rest && <span className="soft small">{rest}</span>}
      {job.due?.isSet && <span className="soft small">Set by staff</span>}
      {isOpenJob && (
        <Button
          variant="quiet"
          data-no-print=""
          busy={isLoading}
          onClick={() => void withCode(() => setOpen(true))}
        >
          {job.due ? 'Change due date' : 'Set due date'}
        </Button>
      )}
      {isOpen && code && <code.DueDialog job={job} start={null} onClose={() => setOpen(false)} />}
    </div>
  );
}
