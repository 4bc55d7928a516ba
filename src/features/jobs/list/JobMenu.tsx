import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Job } from '../../../contract/job.ts';
import { jobName } from '../jobWords.ts';
import styles from './JobMenu.module.css';
import row from './RowButton.module.css';
import { RowIcon } from './RowIcon.tsx';

/** What a job of the list is good for beside being opened: a new job like it, or one that revises it. */
export function JobMenu({ job }: { job: Pick<Job, 'jobId' | 'project' | 'status'> }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { jobId, status } = job;
  return (
    <>
      <button
        type="button"
        className={row.button}
        popoverTarget={id}
        aria-expanded={open}
        // A hundred rows do without a menu until one is asked; the browser shows it once the press was heard here.
        onClick={() => flushSync(() => setOpen(true))}
        aria-label={`More about ${jobName(job)}`}
        title="More"
      >
        <RowIcon name="more" />
      </button>
      {open && (
        <div
          id={id}
          popover="auto"
          className={styles.menu}
          onToggle={({ newState }) => setOpen(newState === 'open')}
        >
          <Link to="/jobs/create" search={{ templateOf: jobId }}>
            Use as template
          </Link>
          {status === 'COMPLETED' && (
            <Link to="/jobs/create" search={{ revisionOf: jobId }}>
              Request a revision
            </Link>
          )}
        </div>
      )}
    </>
  );
}
