import type { JobDetails } from '../../../contract/jobDetails.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Time } from '../../../ui/Time.tsx';
import { FormSection } from '../form/FormSection.tsx';
import { JobLink } from '../JobLink.tsx';
import { jobName } from '../jobWords.ts';
import styles from './JobRevisions.module.css';

/** The jobs that revise one another, oldest first, the one on this page marked. */
export function JobRevisions({ job }: { job: JobDetails }) {
  if (job.revisions.length < 2) return null;
  return (
    <FormSection title="Revisions">
      <ol className={styles.chain}>
        {job.revisions.map((one, index) => {
          const here = one.jobId === job.jobId;
          return (
            <li key={one.jobId} className={styles.job} data-here={here || undefined}>
              <p className="lettering">
                {index === 0 ? 'First job' : `Revision ${index}`}
                {here && ', this page'}
              </p>
              <p>
                {here ? <strong aria-current="page">{jobName(one)}</strong> : <JobLink job={one} />}{' '}
                <span className="code">{one.jobCode}</span>
              </p>
              <p className="row">
                <StatusBadge status={one.status} />
                <span className="soft small">
                  <Time seconds={one.createdTimestamp} />
                </span>
              </p>
            </li>
          );
        })}
      </ol>
    </FormSection>
  );
}
