import type { Job } from '../../contract/jobs/job.ts';
import { PageLink } from '../../ui/PageLink.tsx';
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
    <PageLink
      href={`/jobs/update/${encodeURIComponent(job.jobId)}`}
      className={[whole && styles.whole, className].filter(Boolean).join(' ')}
    >
      {jobName(job)}
    </PageLink>
  );
}
