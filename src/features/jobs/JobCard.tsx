import { memo } from 'react';
import type { Job } from '../../contract/job.ts';
import { addressLine } from '../../format/address.ts';
import { servicesShort, servicesWords } from '../../format/services.ts';
import { PriorityBadge, StatusBadge } from '../../ui/Badge.tsx';
import { Time } from '../../ui/Time.tsx';
import styles from './JobCards.module.css';
import { JobLink } from './JobLink.tsx';
import { assigneeWords, deliverySpeed, deliveryWords } from './jobWords.ts';
import { OpenChatButton } from './OpenChatButton.tsx';

/** One job of the phone's listing. */
export const JobCard = memo(function JobCard({ job }: { job: Job }) {
  return (
    <article className={styles.card}>
      <div className={styles.top}>
        <span className={styles.marks}>
          <StatusBadge status={job.status} />
          {job.jobPriority === 'HIGH' && <PriorityBadge priority="HIGH" />}
        </span>
        <span className="code soft">{job.jobCode}</span>
      </div>
      <h2 className={styles.name}>
        <JobLink job={job} className={styles.link ?? ''} />
      </h2>
      <p className={styles.line}>{addressLine(job.address)}</p>
      <p className={styles.line} title={servicesWords(job.jobEVService)}>
        {servicesShort(job.jobEVService)} · {deliveryWords(job)}, {deliverySpeed(job).toLowerCase()}
      </p>
      <div className={styles.bottom}>
        <p className={styles.line}>
          {assigneeWords(job)} · <Time seconds={job.updatedTimestamp || job.createdTimestamp} />
        </p>
        <OpenChatButton job={job} />
      </div>
    </article>
  );
});
