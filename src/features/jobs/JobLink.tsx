import { Link } from '@tanstack/react-router';
import type { Job } from '../../contract/jobs/job.ts';
import styles from './JobLink.module.css';
import { jobName } from './jobText.ts';

type Props = {
  job: Pick<Job, 'jobId' | 'project'>;
  /** Makes the whole row or card around it the link's target. */
  whole?: boolean;
  className?: string | undefined;
};

export function JobLink({ job, whole = false, className }: Props) {
  return (
    <Link
      to="/jobs/update/$jobId"
      params={{ jobId: job.jobId }}
      className={[whole && styles.whole, className].filter(Boolean).join(' ')}
    >
      {jobName(job)}
    </Link>
  );
}
