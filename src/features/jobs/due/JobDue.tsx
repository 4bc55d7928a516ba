import { type ReactNode, useState } from 'react';
import type { DueChange } from '../../../contract/due/dueChange.ts';
import { dueDateText } from '../../../contract/due/dueDates.ts';
import { openStatuses } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { once } from '../../../timing.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDialogCode } from '../../../ui/dialog/useDialogCode.ts';
import { useServerTicking } from '../../../ui/useTicking.ts';
import { dueText } from './dueText.ts';

const loadDialog = once(() => import('./DueDialog.tsx'));

/** Opens the dialog that changes the due date of a job, to begin with a queued change or, for null, with the job's date. */
export function useDueDialog(job: Job): {
  ask: (start: DueChange | null) => void;
  isLoading: boolean;
  dialog: ReactNode;
} {
  const { code, isLoading, withCode } = useDialogCode(loadDialog);
  /** What the open dialog begins with. */
  const [asked, setAsked] = useState<{ start: DueChange | null } | null>(null);
  return {
    isLoading,
    ask: (start) => void withCode(() => setAsked({ start })),
    dialog: asked && code && <code.DueDialog job={job} start={asked.start} onClose={() => setAsked(null)} />,
  };
}

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
  const { ask, isLoading, dialog } = useDueDialog(job);
  const isOpenJob = openStatuses.includes(job.status);
  const rest = useServerTicking((now) => restText(job, now));
  return (
    <div className="row">
      {rest && <span className="soft small">{rest}</span>}
      {job.due?.isSet && <span className="soft small">Set by staff</span>}
      {isOpenJob && (
        <Button variant="quiet" data-no-print="" busy={isLoading} onClick={() => ask(null)}>
          {job.due ? 'Change due date' : 'Set due date'}
        </Button>
      )}
      {dialog}
    </div>
  );
}
