import { counted } from '../../../format/counted.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { fieldLabel } from '../fieldText.ts';
import { JobLink } from '../JobLink.tsx';
import styles from './BulkBar.module.css';
import { queuedText } from './bulkText.ts';
import type { BulkRun, Failed } from './useBulkChange.ts';

type Props = { run: BulkRun | null; onRetry: () => void; onClose: () => void };

/** The progress of a change of many jobs, and afterwards what was refused. */
export function BulkRunDialog({ run, onRetry, onClose }: Props) {
  return (
    <Dialog
      open={run !== null}
      onClose={onClose}
      title={titleOf(run)}
      actions={
        run?.isOver ? (
          <>
            <Button onClick={onClose}>Close</Button>
            {run.failed.length > 0 && (
              <Button variant="primary" onClick={onRetry}>
                Try {counted(run.failed.length, 'job')} again
              </Button>
            )}
          </>
        ) : (
          <Button ref={(button) => button?.focus()} onClick={onClose}>
            Stop
          </Button>
        )
      }
    >
      {run && <Outcome run={run} />}
    </Dialog>
  );
}

function titleOf(run: BulkRun | null): string {
  if (!run?.isOver) return 'Updating jobs';
  const isAllQueued = run.failed.length === 0 && run.changed.length + run.queued.length === run.total;
  return isAllQueued ? 'Waiting to send' : 'Some jobs weren’t updated';
}

function Outcome({ run: { total, changed, failed, queued, isOver } }: { run: BulkRun }) {
  const settled = changed.length + failed.length + queued.length;
  return (
    <div className="stack">
      <Progress
        label={isOver ? 'Updated' : 'Updating…'}
        value={isOver ? changed.length : settled}
        max={total}
        detail={`${isOver ? changed.length : settled} of ${total}`}
      />
      {isOver && (
        <p role="status">
          {counted(changed.length, 'job')} updated
          {failed.length > 0 && `, ${failed.length} failed`}
          {settled < total && `, ${total - settled} not started`}.{' '}
          {queued.length > 0 && queuedText(queued.length)}
        </p>
      )}
      {failed.length > 0 && (
        <ul className={styles.jobs} aria-label="Jobs that weren’t updated">
          {failed.map((one) => (
            <FailedJob key={one.job.jobId} {...one} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FailedJob({ job, error }: Failed) {
  const changed = (error.changed ?? []).map(fieldLabel).join(', ');
  return (
    <li>
      <JobLink job={job} />{' '}
      <span className="code soft" translate="no">
        {job.jobCode}
      </span>
      <p>
        {error.message}
        {changed && ` Changed: ${changed}. Try again to apply your change to the latest version.`}
      </p>
    </li>
  );
}
