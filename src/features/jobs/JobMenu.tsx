import { Link } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import { useId, useState } from 'react';
import type { Job } from '../../contract/job.ts';
import styles from './JobMenu.module.css';
import { jobName } from './jobWords.ts';
import row from './RowButton.module.css';

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
        aria-label={`More about ${jobName(job)}`}
        title="More"
      >
        <EllipsisVertical aria-hidden />
      </button>
      <div
        id={id}
        popover="auto"
        className={styles.menu}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {/* A hundred rows do without it until one is asked. */}
        {open && (
          <>
            <Link to="/jobs/create" search={{ templateOf: jobId }}>
              Use as template
            </Link>
            {status === 'COMPLETED' && (
              <Link to="/jobs/create" search={{ revisionOf: jobId }}>
                Request a revision
              </Link>
            )}
          </>
        )}
      </div>
    </>
  );
}
