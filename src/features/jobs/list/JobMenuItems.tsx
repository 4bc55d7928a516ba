import { Link } from '@tanstack/react-router';
import type { Job } from '../../../contract/job.ts';
import { AtHand } from '../AtHand.tsx';

export type JobMenuItemsProps = {
  job: Pick<Job, 'jobId' | 'project' | 'status' | 'address' | 'jobReporterDetails'>;
  /** Whether it also offers what the job's page has buttons for: directions, a call, and a revision of a completed job. */
  inList?: boolean;
};

/** The items of a job's menu. */
export function JobMenuItems({ job, inList = true }: JobMenuItemsProps) {
  const { jobId, status } = job;
  return (
    <>
      {inList && <AtHand job={job} variant="quiet" />}
      <Link to="/jobs/create" search={{ templateOf: jobId }}>
        Use as template
      </Link>
      {inList && status === 'COMPLETED' && (
        <Link to="/jobs/create" search={{ revisionOf: jobId }}>
          Request revision
        </Link>
      )}
    </>
  );
}
