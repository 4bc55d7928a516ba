import { useState } from 'react';
import { type JobStatus, jobStatuses } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/job.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import styles from './BulkBar.module.css';
import { type BulkChange, statusChoices } from './bulkChange.ts';
import { barredWords, jobsWords, statusAction } from './bulkWords.ts';

type Props = {
  open: boolean;
  jobs: readonly Job[];
  /** Narrows the selection to these. */
  onKeepOnly: (jobs: readonly Job[]) => void;
  onClose: () => void;
  onChoose: (change: BulkChange, words: string) => void;
};

/** Offers the statuses that every selected job may get, and says of the others which jobs are in the way. */
export function BulkStatusDialog({ open, jobs, onKeepOnly, onClose, onChoose }: Props) {
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
      title={`Status of ${jobsWords(jobs.length)}`}
      actions={
        <>
          <Button onClick={onClose}>Keep as it is</Button>
          <Button
            variant={picked === 'CANCELLED' ? 'danger' : 'primary'}
            aria-disabled={!choice}
            onClick={() => choice && onChoose({ status: choice.status }, jobStatuses[choice.status])}
          >
            {choice ? statusAction(choice.status, choice.changing.length) : 'Choose a status'}
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
          <p>There is no status that all of these jobs can get.</p>
        )}
        {choice && choice.staying.length > 0 && (
          <p className="soft">
            {jobsWords(choice.staying.length)} {choice.staying.length === 1 ? 'is' : 'are'} that already, and
            stay as they are.
          </p>
        )}
        {choice?.status === 'CANCELLED' && (
          <p>Work on them stops. Files and messages stay; EV can reopen a cancelled job.</p>
        )}
        {barred.map((one) => (
          <div key={one.status} className={styles.barred}>
            <p>
              <strong>{jobStatuses[one.status]}</strong> is not possible: {barredWords(one)}
            </p>
            {one.changing.length > 0 && (
              <Button
                onClick={() => {
                  setPicked(one.status);
                  onKeepOnly([...one.changing, ...one.staying]);
                }}
              >
                Unselect {one.barred.length === 1 ? 'it' : 'them'}
              </Button>
            )}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
