import {
  Ban,
  CalendarClock,
  CircleDot,
  FileStack,
  Files,
  Flag,
  type IconNode,
  MessageSquareCheck,
  Printer,
  UserPlus,
  Users,
} from 'lucide';
import { isStaff, openStatuses } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { ActButton } from '../act/ActButton.tsx';
import { type Act, askAct } from '../act/rowAct.ts';
import { CallAndDirections } from '../CallAndDirections.tsx';

export type JobMenuItemsProps = {
  job: Job;
  /** Prints the job; given on the job's page, which has a button for a revision. */
  onPrint?: () => void;
  /** Asks for a cancellation; given on the job's page to those who may cancel it. */
  onCancel?: (() => void) | undefined;
};

type Props = JobMenuItemsProps & { onClose: () => void };

/** Returns what staff may do with a job from its row, with their icons. */
function actsOn(job: Job, email: string): [Act, IconNode][] {
  const acts: [Act, IconNode, boolean][] = [
    ['take', UserPlus, job.assignedTo !== email],
    ['assignee', Users, true],
    ['status', CircleDot, true],
    ['due', CalendarClock, job.due !== undefined && openStatuses.includes(job.status)],
    ['priority', Flag, true],
    ['addressed', MessageSquareCheck, job.newMessages > 0],
  ];
  return acts.flatMap(([act, icon, isPossible]) => (isPossible ? [[act, icon]] : []));
}

/** The items of a job's menu. */
export function JobMenuItems({ job, onPrint, onCancel, onClose }: Props) {
  const { jobId, status } = job;
  const inList = onPrint === undefined;
  const { email, userType } = useProfile();
  const acts = inList && isStaff(userType) ? actsOn(job, email) : [];
  // On a phone, the job's page has buttons for them.
  const isWide = useIsWide();

  function closeAnd(act: () => void) {
    return () => {
      onClose();
      act();
    };
  }
  return (
    <>
      {acts.map(([act, icon]) => (
        <ActButton key={act} act={act} icon={icon} onClick={closeAnd(() => void askAct(act, [job]))} />
      ))}
      {(inList || isWide) && <CallAndDirections job={job} variant="quiet" />}
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
