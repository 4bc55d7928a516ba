import { memo, useCallback } from 'react';
import type { Job } from '../../../contract/job.ts';
import { addressLine } from '../../../format/address.ts';
import { servicesShort, servicesWords } from '../../../format/services.ts';
import { PriorityBadge, StatusBadge } from '../../../ui/Badge.tsx';
import { Time } from '../../../ui/Time.tsx';
import type { Selection } from '../bulk/useSelection.ts';
import { JobLink } from '../JobLink.tsx';
import { assigneeWords, deliverySpeed, deliveryWords } from '../jobWords.ts';
import styles from './JobCards.module.css';
import { JobMarks } from './JobMarks.tsx';
import { JobMenu } from './JobMenu.tsx';
import { moveByKeys } from './moveByKeys.ts';
import { OpenChatButton } from './OpenChatButton.tsx';
import { type OnPick, PickJob } from './PickJob.tsx';
import { useLongPress } from './useLongPress.ts';
import { useVirtualRows } from './useVirtualRows.ts';

type JobCardProps = {
  job: Job;
  picked: boolean | undefined;
  /** Present while jobs are being selected: a press anywhere on the card selects it. */
  onPick: OnPick | undefined;
};

/** One job of the phone's listing. */
const JobCard = memo(function JobCard({ job, picked = false, onPick }: JobCardProps) {
  const address = addressLine(job.address);
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
      {address && <p className={styles.line}>{address}</p>}
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

const cardHeightPx = 168;

type Props = {
  jobs: readonly Job[];
  hasMore: boolean;
  /** Present while jobs are being selected. */
  selection: Selection | undefined;
  /** Where jobs can be selected: a finger rests on a card. */
  onLongPress: ((jobId: string) => void) | undefined;
};

/** The listing on a phone: one card a job. */
export function JobCards({ jobs, hasMore, selection, onLongPress }: Props) {
  const keyOf = useCallback((index: number) => jobs[index]?.jobId ?? String(index), [jobs]);
  const { list, rows, measure, before, after } = useVirtualRows<HTMLUListElement>(
    jobs.length,
    cardHeightPx,
    keyOf,
  );
  // While jobs are being selected, a press of any length turns the one that is pressed.
  const longPress = useLongPress(selection ? undefined : onLongPress);
  return (
    <ul
      {...longPress}
      ref={list}
      onKeyDown={moveByKeys}
      className={styles.cards}
      data-held={onLongPress && ''}
      aria-label="Jobs"
      style={{ paddingBlockStart: before, paddingBlockEnd: after }}
    >
      {rows.map(({ index, key }) => {
        const job = jobs[index];
        return (
          job && (
            <li
              key={key}
              ref={measure}
              data-index={index}
              data-job={job.jobId}
              className={styles.place}
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : jobs.length}
            >
              <JobCard job={job} picked={selection?.ids.has(job.jobId)} onPick={selection?.pick} />
            </li>
          )
        );
      })}
    </ul>
  );
}
