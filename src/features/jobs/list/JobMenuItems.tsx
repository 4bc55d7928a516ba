import { Link } from '@tanstack/react-router';
import type { Job } from '../../../contract/jobs/job.ts';
import { Button } from '../../../ui/Button.tsx';
import { CallAndDirections } from '../CallAndDirections.tsx';

export type JobMenuItemsProps = {
  job: Pick<Job, 'jobId' | 'project' | 'status' | 'address' | 'jobReporterDetails'>;
  /** Prints the job; given on the job's page, which has buttons for directions, a call and a revision. */
  onPrint?: () => void;
  /** Asks for a cancellation; given on the job's page to those who may cancel it. */
  onCancel?: (() => void) | undefined;
};

type Props = JobMenuItemsProps & { onClose: () => void };

/** The items of a job's menu. */
export function JobMenuItems({ job, onPrint, onCancel, onClose }: Props) {
  const { jobId, status } = job;
  const inList = onPrint === undefined;

  function closeAnd(act: () => void) {
    return () => {
      onClose();
      act();
    };
  }
  return (
    <>
      {inList && <CallAndDirections job={job} variant="quiet" />}
      <Link to="/jobs/create" search={{ templateOf: jobId }}>
        Use as template
      </Link>
      {inList && status === 'COMPLETED' && (
        <Link to="/jobs/create" search={{ revisionOf: jobId }}>
          Request revision
        </Link>
      )}
      {onPrint && (
        <Button variant="quiet" onClick={closeAnd(onPrint)}>
          Print
        </Button>
      )}
      {onCancel && (
        <Button variant="quiet" onClick={closeAnd(onCancel)}>
          Cancel job
        </Button>
      )}
    </>
  );
}
