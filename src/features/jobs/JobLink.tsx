import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Job } from '../../contract/job.ts';
import styles from './JobLink.module.css';
import { jobName } from './jobWords.ts';
import { rowParts, withRowParts } from './list/loadRowParts.ts';

type Props = {
  job: Pick<Job, 'jobId' | 'project'>;
  /** The whole row or card around it leads to the job. */
  whole?: boolean;
  className?: string;
};

/** The link to a job's page; its data are fetched ahead when it stays near the window, and on intent. */
export function JobLink({ job, whole = false, className }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  const mean = () => rowParts()?.intend(job.jobId);
  useEffect(() => {
    const element = link.current;
    return element ? withRowParts(({ watchNear }) => watchNear(element, job.jobId)) : undefined;
  }, [job.jobId]);
  return (
    <Link
      ref={link}
      to="/jobs/update/$jobId"
      params={{ jobId: job.jobId }}
      preload="intent"
      className={[whole && styles.whole, className].filter(Boolean).join(' ')}
      onPointerEnter={mean}
      onPointerLeave={() => rowParts()?.forgetIntent()}
      onFocus={mean}
    >
      {jobName(job)}
    </Link>
  );
}
