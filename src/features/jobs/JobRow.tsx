import { memo } from 'react';
import type { Job } from '../../contract/job.ts';
import { addressLine } from '../../format/address.ts';
import { servicesShort, servicesWords } from '../../format/services.ts';
import { PriorityBadge, StatusBadge } from '../../ui/Badge.tsx';
import { Time } from '../../ui/Time.tsx';
import { JobLink } from './JobLink.tsx';
import styles from './JobTable.module.css';
import { assigneeWords, deliveryShort, deliverySpeed } from './jobWords.ts';
import { OpenChatButton } from './OpenChatButton.tsx';

type Props = {
  job: Job;
  index: number;
  measure: (row: HTMLTableRowElement | null) => void;
};

/** One job of the desk's listing. */
export const JobRow = memo(function JobRow({ job, index, measure }: Props) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <td className="code">{job.jobCode}</td>
      <th scope="row" className={styles.name}>
        <JobLink job={job} className={styles.link ?? ''} />
        <span className={styles.second}>{addressLine(job.address)}</span>
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
      </td>
    </tr>
  );
});
