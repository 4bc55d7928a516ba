import { memo } from 'react';
import type { Job } from '../../../contract/job.ts';
import { addressLine } from '../../../format/address.ts';
import { exactDay, exactTime, machineTime } from '../../../format/date.ts';
import { servicesShort, servicesWords } from '../../../format/services.ts';
import { PriorityBadge, StatusBadge } from '../../../ui/Badge.tsx';
import { Time } from '../../../ui/Time.tsx';
import { JobLink } from '../JobLink.tsx';
import { assigneeWords, deliveryShort, deliverySpeed } from '../jobWords.ts';
import { JobMarks } from './JobMarks.tsx';
import { JobMenu } from './JobMenu.tsx';
import styles from './JobTable.module.css';
import { OpenChatButton } from './OpenChatButton.tsx';
import { type OnPick, PickJob } from './PickJob.tsx';

type Props = {
  job: Job;
  index: number;
  measure: (row: HTMLTableRowElement | null) => void;
  picked: boolean | undefined;
  /** Absent where jobs cannot be selected. */
  onPick: OnPick | undefined;
};

/** One job of the desk's listing. */
export const JobRow = memo(function JobRow({ job, index, measure, picked = false, onPick }: Props) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} data-picked={picked || undefined}>
      {onPick && (
        <td className={styles.pickCell}>
          <PickJob job={job} picked={picked} onPick={onPick} />
        </td>
      )}
      <td>
        <span className="code">{job.jobCode}</span>
        <ReportedDay className={styles.second} seconds={job.createdTimestamp} />
      </td>
      <th scope="row" className={styles.name}>
        <JobLink job={job} whole className={styles.link ?? ''} />
        <span className={`${styles.second} ${styles.where}`}>
          <span className={styles.line} title={addressLine(job.address)}>
            {addressLine(job.address)}
          </span>
          <JobMarks jobId={job.jobId} />
        </span>
      </th>
      <td>
        <span className={styles.clamp} title={servicesWords(job.jobEVService)}>
          {servicesShort(job.jobEVService)}
        </span>
      </td>
      <td>
        <span className={styles.marks}>
          <StatusBadge status={job.status} />
          {job.jobPriority === 'HIGH' ? (
            <PriorityBadge priority="HIGH" />
          ) : (
            <span className="soft">Normal</span>
          )}
        </span>
      </td>
      <td>
        {deliveryShort(job)}
        <span className={styles.second}>{deliverySpeed(job)}</span>
      </td>
      <td className={job.assignedTo ? '' : 'soft'}>{assigneeWords(job)}</td>
      <td className="soft">
        <Time seconds={job.updatedTimestamp || job.createdTimestamp} />
      </td>
      <td className={styles.chatCell}>
        <OpenChatButton job={job} />
        <JobMenu job={job} />
      </td>
    </tr>
  );
});

/** The day a job was reported on, by the reader's clock; the exact time is in the title. */
function ReportedDay({ seconds, className }: { seconds: number; className?: string | undefined }) {
  return (
    <time className={className} dateTime={machineTime(seconds)} title={`Reported ${exactTime(seconds)}`}>
      {exactDay(seconds)}
    </time>
  );
}
