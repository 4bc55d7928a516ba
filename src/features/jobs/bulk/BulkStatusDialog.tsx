import { useId, useMemo, useState } from 'react';
import { type JobStatus, jobStatuses } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { takesReason } from '../../../contract/jobs/jobRights.ts';
import { reasonRules } from '../../../contract/jobs/reasonForm.ts';
import { counted } from '../../../format/counted.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { RadioGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useUnsaved } from '../../../ui/form/useUnsaved.ts';
import { ReasonField } from '../ReasonField.tsx';
import styles from './BulkBar.module.css';
import { type BulkChange, statusChoices } from './bulkChange.ts';
import { barredText, statusAction } from './bulkText.ts';

type BulkStatusDialogProps = {
  open: boolean;
  jobs: readonly Job[];
  /** The status that it begins with, if any. */
  start: JobStatus | '';
  /** Narrows the selection to these. */
  onKeepOnly: (jobs: readonly Job[]) => void;
  onClose: () => void;
  onChoose: (change: BulkChange, words: string) => void;
};

/** Offers the statuses that every selected job may get, says of the others which jobs are in the way, and asks for a reason. */
export function BulkStatusDialog({
  open,
  jobs,
  start: first,
  onKeepOnly,
  onClose,
  onChoose,
}: BulkStatusDialogProps) {
  const { userType } = useProfile();
  const id = useId();
  const [picked, setPicked] = useState(first);
  const choices = statusChoices(jobs, userType);
  const possible = choices.filter(({ barred, changing }) => barred.length === 0 && changing.length > 0);
  const barred = choices.filter((choice) => choice.barred.length > 0);
  const choice = possible.find(({ status }) => status === picked);
  const rules = useMemo(() => reasonRules('IN_PROGRESS'), []);
  const form = useForm<typeof rules, { status: JobStatus; reason: string }>(rules, {
    status: first || 'IN_PROGRESS',
    reason: '',
  });
  useUnsaved(form.values);

  const start = form.submit(async ({ status, reason }) => {
    onChoose({ status, ...(takesReason(status) && { reason }) }, jobStatuses[status]);
    form.reset({ status, reason: '' });
  });

  function pick(status: JobStatus) {
    setPicked(status);
    form.set('status', status);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Change status of ${counted(jobs.length, 'job')}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={picked === 'CANCELLED' ? 'danger' : 'primary'}
            aria-disabled={!choice}
            type="submit"
            form={id}
          >
            {choice ? statusAction(choice.status, choice.changing.length) : 'Change status'}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form.ref}
        noValidate
        onSubmit={(event) => (choice ? start(event) : event.preventDefault())}
        className="stack"
      >
        {possible.length > 0 ? (
          <RadioGroup
            label="New status"
            name="status"
            required
            value={choice?.status ?? ''}
            onChange={pick}
            options={Object.fromEntries(possible.map(({ status }) => [status, jobStatuses[status]]))}
          />
        ) : (
          <p>These jobs can’t all move to the same status. Select jobs with the same status and try again.</p>
        )}
        {choice && choice.staying.length > 0 && (
          <p className="soft">
            {counted(choice.staying.length, 'job')} already {choice.staying.length === 1 ? 'has' : 'have'}{' '}
            this status.
          </p>
        )}
        {choice?.status === 'CANCELLED' && (
          <p>Work stops. Files and messages stay. EV staff can reopen a cancelled job.</p>
        )}
        {choice && takesReason(choice.status) && (
          <ReasonField
            to={choice.status}
            jobIds={choice.changing.map(({ jobId }) => jobId)}
            {...form.field('reason')}
          />
        )}
        {barred.map((one) => (
          <Barred
            key={one.status}
            choice={one}
            onDeselect={() => {
              pick(one.status);
              onKeepOnly([...one.changing, ...one.staying]);
            }}
          />
        ))}
      </form>
    </Dialog>
  );
}

type BarredProps = { choice: ReturnType<typeof statusChoices>[number]; onDeselect: () => void };

/** Says which jobs are in the way of a status. */
function Barred({ choice, onDeselect }: BarredProps) {
  return (
    <div className={styles.barred}>
      <p>
        Can’t set to <strong>{jobStatuses[choice.status]}</strong>: {barredText(choice)}
      </p>
      {choice.changing.length > 0 && (
        <Button onClick={onDeselect}>Deselect {counted(choice.barred.length, 'job')}</Button>
      )}
    </div>
  );
}
