import { FileText, Moon, Stamp } from 'lucide';
import { memo } from 'react';
import { addressLine } from '../../../contract/address/addressText.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { firstService, servicesCodes, servicesText } from '../../../contract/jobs/servicesText.ts';
import { exactDay, exactTime, machineTime } from '../../../format/date.ts';
import { Badge, StatusBadge } from '../../../ui/Badge.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { PlainTime } from '../../../ui/text/PlainTime.tsx';
import type { Selection } from '../bulk/useSelection.ts';
import { DueBadge } from '../due/DueBadge.tsx';
import { dueDayText } from '../due/dueText.ts';
import { JobLink } from '../JobLink.tsx';
import { assigneeText, clientText, deliveryShort, deliverySpeed } from '../jobText.ts';
import { ActCell, TakeButton } from './ActCells.tsx';
import { jobMenu, Menu, OpenChatButton } from './JobActions.tsx';
import styles from './JobTable.module.css';
import { OfflineLabels } from './OfflineLabels.tsx';
import { PickJob } from './PickJob.tsx';

type JobRowProps = {
  job: Job;
  index: number;
  measure: (row: Element | null) => void;
  /** Whether rows say whose job it is. */
  staff: boolean;
  /** Whether the row has one line of each. */
  compact: boolean;
  /** Whether there is a column of statuses. */
  hasStatus: boolean;
  /** Whether there is a column of due dates. */
  hasDue: boolean;
  picked: boolean | undefined;
  /** Whether it may have labels of this device. */
  labelled: boolean;
  /** Absent where jobs cannot be selected. */
  onPick: Selection['pick'] | undefined;
};

/** A job of the listing on a desk. */
export const JobRow = memo(function JobRow({
  job,
  index,
  measure,
  staff,
  compact,
  hasStatus,
  hasDue,
  labelled,
  picked = false,
  onPick,
}: JobRowProps) {
  const [service, more] = firstService(job.jobEVService);
  const delivery = `${deliveryShort(job)}, ${deliverySpeed(job).toLowerCase()}`;
  const changed = job.updatedTimestamp || job.createdTimestamp;
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} data-picked={picked || undefined}>
      {onPick && (
        <td className={styles.pickCell}>
          <PickJob job={job} picked={picked} onPick={onPick} />
        </td>
      )}
      <td>
        <span className="code" translate="no">
          {job.jobCode}
        </span>
        {job.createdTimestamp > 0 && (
          <SubmittedDay className={styles.second} seconds={job.createdTimestamp} />
        )}
      </td>
      <th scope="row" className={styles.name}>
        <span className={styles.title}>
          {job.jobPriority === 'HIGH' && (
            <Badge tone="stamp">
              High<span className="visually-hidden"> priority</span>
            </Badge>
          )}
          <JobLink job={job} whole className={styles.link} />
        </span>
        <span className={`${styles.second} ${styles.where}`}>
          {staff && (
            <span className={`${styles.line} ${styles.client}`} title={clientText(job)} translate="no">
              {clientText(job)}
            </span>
          )}
          <span className={styles.line} title={addressLine(job.address)} translate="no">
            {addressLine(job.address)}
          </span>
          {compact && !hasStatus && job.statusReason && (
            <span className={styles.line} title={job.statusReason} dir="auto">
              {job.statusReason}
            </span>
          )}
          {labelled && <OfflineLabels jobId={job.jobId} />}
        </span>
      </th>
      <td className={styles.services} title={`${servicesText(job.jobEVService)}, ${delivery}`}>
        {compact ? (
          <Services job={job} delivery={delivery} />
        ) : (
          <>
            <span className={styles.service}>
              <span className={styles.clamp}>{service}</span>
              {more}
            </span>
            <span className={styles.second}>{delivery}</span>
          </>
        )}
      </td>
      {hasStatus && <StatusCell job={job} staff={staff} compact={compact} />}
      {hasDue && (
        <td title={job.due ? dueDayText(job.due.date) : undefined}>
          <ActCell act="due" job={job} staff={staff && job.status === 'IN_PROGRESS' && job.due !== null}>
            <DueBadge job={job} />
          </ActCell>
        </td>
      )}
      <td className={job.assignedTo ? '' : 'soft'} translate={job.assignedTo ? 'no' : undefined}>
        <span className={styles.assigned}>
          <ActCell act="assignee" job={job} staff={staff}>
            {assigneeText(job)}
          </ActCell>
          {staff && !job.assignedTo && <TakeButton job={job} />}
        </span>
      </td>
      <td className={`${styles.updated} soft`}>{changed > 0 && <PlainTime seconds={changed} />}</td>
      <td className={styles.chatCell}>
        <OpenChatButton job={job} />
        <Menu {...jobMenu({ job })} />
      </td>
    </tr>
  );
});

/** The status and, where there is room, its reason. */
function StatusCell({ job, staff, compact }: Pick<JobRowProps, 'job' | 'staff' | 'compact'>) {
  return (
    <td title={job.statusReason}>
      <ActCell act="status" job={job} staff={staff}>
        <StatusBadge status={job.status} />
      </ActCell>
      {job.statusReason && (
        <span
          className={compact ? 'visually-hidden' : `${styles.second} ${styles.line}`}
          title={job.statusReason}
          dir="auto"
        >
          {job.statusReason}
        </span>
      )}
    </td>
  );
}

/** The codes of the services, and by an icon how they are delivered: standard is not worth a word. */
function Services({ job, delivery }: { job: Job; delivery: string }) {
  const isWet = job.jobDeliveryMode === 'WET_STAMPS';
  return (
    <>
      <span aria-hidden="true">{servicesCodes(job.jobEVService)}</span>
      <span className={`${styles.second} ${styles.delivery}`} aria-hidden="true">
        <Icon of={isWet ? Stamp : FileText} />
        {isWet && job.copiesNumber ? `×${job.copiesNumber}` : ''}
        {job.deliveryPriority !== 'STANDARD' && <Icon of={Moon} />}
      </span>
      <span className="visually-hidden">
        {servicesText(job.jobEVService)}, {delivery}
      </span>
    </>
  );
}

/** The day a job was submitted, in the user's time zone. */
function SubmittedDay({ seconds, className }: { seconds: number; className?: string | undefined }) {
  return (
    <time className={className} dateTime={machineTime(seconds)} title={`Submitted ${exactTime(seconds)}`}>
      {exactDay(seconds)}
    </time>
  );
}
