import { Ban, FileStack, Files, Printer } from 'lucide';
import type { Job } from '../../../contract/jobs/job.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
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
      <ButtonLink variant="quiet" to="/jobs/create" search={{ templateOf: jobId }}>
        <Icon of={Files} />
        Use as template
      </ButtonLink>
      {inList && status === 'COMPLETED' && (
        <ButtonLink variant="quiet" to="/jobs/create" search={{ revisionOf: jobId }}>
          <Icon of={FileStack} />
          Request revision
        </ButtonLink>
      )}
      {onPrint && (
        <Button variant="quiet" onClick={closeAnd(onPrint)}>
          <Icon of={Printer} />
          Print
        </Button>
      )}
      {onCancel && (
        <Button variant="quiet" onClick={closeAnd(onCancel)}>
          <Icon of={Ban} />
          Cancel job
        </Button>
      )}
    </>
  );
}
