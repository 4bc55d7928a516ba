import { X } from 'lucide-react';
import { useState } from 'react';
import { type JobStatus, jobStatuses } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/job.ts';
import { maxJobsAtOnce } from '../../../contract/limits.ts';
import { counted } from '../../../format/counted.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RadioGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { BulkAssignDialog } from './BulkAssignDialog.tsx';
import styles from './BulkBar.module.css';
import { BulkRunDialog } from './BulkRunDialog.tsx';
import { type BulkChange, statusChoices } from './bulkChange.ts';
import { barredText, statusAction } from './bulkText.ts';
import { useBulkChange } from './useBulkChange.ts';
import type { Selection } from './useSelection.ts';

type Props = { selection: Selection; onDone: () => void };

/** How many jobs are selected, and what staff may do to all of them. */
export function BulkBar({ selection: { chosen, choose }, onDone }: Props) {
  const [asking, setAsking] = useState<'status' | 'assignee' | null>(null);
  const bulk = useBulkChange(onDone);

  function start(change: BulkChange, words: string) {
    setAsking(null);
    void bulk.start(chosen, change, words);
  }

  return (
    <section className={styles.bar} aria-label="Selected jobs">
      <p className={styles.count} role="status">
        {chosen.length} selected
        {chosen.length >= maxJobsAtOnce && <span className="small"> (maximum)</span>}
      </p>
      <div className={styles.actions}>
        <Button
          aria-label="Change status"
          aria-disabled={chosen.length === 0}
          onClick={() => chosen.length && setAsking('status')}
        >
          Status
        </Button>
        <Button aria-disabled={chosen.length === 0} onClick={() => chosen.length && setAsking('assignee')}>
          Assign
        </Button>
        <IconButton icon={X} label="Clear selection" onClick={onDone} />
      </div>
      <BulkStatusDialog
        open={asking === 'status'}
        jobs={chosen}
        onKeepOnly={choose}
        onClose={() => setAsking(null)}
        onChoose={start}
      />
      <BulkAssignDialog
        open={asking === 'assignee'}
        jobs={chosen}
        onClose={() => setAsking(null)}
        onChoose={start}
      />
      <BulkRunDialog run={bulk.run} onRetry={bulk.retry} onClose={bulk.close} />
    </section>
  );
}

type BulkStatusDialogProps = {
  open: boolean;
  jobs: readonly Job[];
  /** Narrows the selection to these. */
  onKeepOnly: (jobs: readonly Job[]) => void;
  onClose: () => void;
  onChoose: (change: BulkChange, words: string) => void;
};

/** Offers the statuses that every selected job may get, and says of the others which jobs are in the way. */
function BulkStatusDialog({ open, jobs, onKeepOnly, onClose, onChoose }: BulkStatusDialogProps) {
  const { userType } = useProfile();
  const [picked, setPicked] = useState<JobStatus | ''>('');
  const choices = statusChoices(jobs, userType);
  const possible = choices.filter(({ barred, changing }) => barred.length === 0 && changing.length > 0);
  const barred = choices.filter((choice) => choice.barred.length > 0);
  const choice = possible.find(({ status }) => status === picked);

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
            onClick={() => choice && onChoose({ status: choice.status }, jobStatuses[choice.status])}
          >
            {choice ? statusAction(choice.status, choice.changing.length) : 'Change status'}
          </Button>
        </>
      }
    >
      <div className="stack">
        {possible.length > 0 ? (
          <RadioGroup
            label="New status"
            name="status"
            required
            value={choice?.status ?? ''}
            onChange={setPicked}
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
        {barred.map((one) => (
          <div key={one.status} className={styles.barred}>
            <p>
              Can’t set to <strong>{jobStatuses[one.status]}</strong>: {barredText(one)}
            </p>
            {one.changing.length > 0 && (
              <Button
                onClick={() => {
                  setPicked(one.status);
                  onKeepOnly([...one.changing, ...one.staying]);
                }}
              >
                Deselect {counted(one.barred.length, 'job')}
              </Button>
            )}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
