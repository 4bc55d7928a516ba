import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { FoldingSection } from '../../../ui/FoldingSection.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { JobLink } from '../JobLink.tsx';
import { jobName } from '../jobText.ts';
import styles from './JobView.module.css';

/** The jobs of a revision chain, oldest first; this page's is marked. */
export function JobRevisions({ job }: { job: JobDetails }) {
  if (job.revisions.length < 2) return null;
  return (
    <FoldingSection title="Revisions">
      <ol className={styles.revisions}>
        {job.revisions.map((one, index) => {
          const here = one.jobId === job.jobId;
          return (
            <li key={one.jobId} className={styles.revision} data-here={here || undefined}>
              <p className="lettering">
                {index === 0 ? 'Original' : `Revision ${index}`}
                {here && ' (this job)'}
              </p>
              <p>
                {here ? <strong aria-current="page">{jobName(one)}</strong> : <JobLink job={one} />}{' '}
                <span className="code" translate="no">
                  {one.jobCode}
                </span>
              </p>
              <p className="row">
                <StatusBadge status={one.status} />
                {one.createdTimestamp > 0 && (
                  <span className="soft small">
                    <Time seconds={one.createdTimestamp} />
                  </span>
                )}
              </p>
            </li>
          );
        })}
      </ol>
    </FoldingSection>
  );
}
