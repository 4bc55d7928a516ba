import { memo } from 'react';
import type { Job } from '../../../contract/job.ts';
import { addressLine } from '../../../format/address.ts';
import { servicesShort, servicesWords } from '../../../format/services.ts';
import { PriorityBadge, StatusBadge } from '../../../ui/Badge.tsx';
import { Time } from '../../../ui/Time.tsx';
import { JobLink } from '../JobLink.tsx';
import { assigneeWords, deliverySpeed, deliveryWords } from '../jobWords.ts';
import styles from './JobCards.module.css';
import { JobMarks } from './JobMarks.tsx';
import { JobMenu } from './JobMenu.tsx';
import { OpenChatButton } from './OpenChatButton.tsx';
import { type OnPick, PickJob } from './PickJob.tsx';

type Props = {
  job: Job;
  picked: boolean | undefined;
  /** Present while jobs are being selected: a press anywhere on the card selects it. */
  onPick: OnPick | undefined;
};

/** One job of the phone's listing. */
export const JobCard = memo(function JobCard({ job, picked = false, onPick }: Props) {
  return (
    <article className={styles.card} data-picked={picked || undefined}>
      <div className={styles.top}>
        <span className={styles.marks}>
          {onPick && <PickJob job={job} picked={picked} onPick={onPick} all />}
          <StatusBadge status={job.status} />
          {job.jobPriority === 'HIGH' && <PriorityBadge priority="HIGH" />}
        </span>
        <span className="code soft">{job.jobCode}</span>
      </div>
      <h2 className={styles.name}>
        <JobLink job={job} whole />
      </h2>
      {addressLine(job.address) && <p className={styles.line}>{addressLine(job.address)}</p>}
      <p className={styles.line} title={servicesWords(job.jobEVService)}>
        {servicesShort(job.jobEVService)} · {deliveryWords(job)}, {deliverySpeed(job).toLowerCase()}
      </p>
      <JobMarks jobId={job.jobId} />
      <div className={styles.bottom}>
        <p className={styles.line}>
          {assigneeWords(job)} · <Time seconds={job.updatedTimestamp || job.createdTimestamp} />
        </p>
        <span className={styles.more}>
          <OpenChatButton job={job} />
          <JobMenu job={job} />
        </span>
      </div>
    </article>
  );
});
