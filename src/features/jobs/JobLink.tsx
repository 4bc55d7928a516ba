import type { Job } from '../../contract/jobs/job.ts';
import { usePageLink } from '../../ui/usePageLink.ts';
import styles from './JobLink.module.css';
import { jobName } from './jobText.ts';

type Props = {
  job: Pick<Job, 'jobId' | 'project'>;
  /** Makes the whole row or card around it the link's target. */
  whole?: boolean;
  className?: string | undefined;
};

export function JobLink({ job, whole = false, className }: Props) {
  const link = usePageLink(`/jobs/update/${encodeURIComponent(job.jobId)}`);
  return (
    <a {...link} className={[whole && styles.whole, className].filter(Boolean).join(' ')}>
      {jobName(job)}
    </a>
  );
}
