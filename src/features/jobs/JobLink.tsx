import { Link } from '@tanstack/react-router';
import type { Job } from '../../contract/job.ts';
import styles from './JobLink.module.css';
import { jobName } from './jobWords.ts';

type Props = {
  job: Pick<Job, 'jobId' | 'project'>;
  /** The whole row or card around it leads to the job. */
  whole?: boolean;
  className?: string;
};

/** The link to a job's page. */
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
