import { memo, type RefObject, useCallback, useEffect, useEffectEvent } from 'react';
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
import { withRowParts } from './loadRowParts.ts';
import { OpenChatButton } from './OpenChatButton.tsx';
import { type OnPick, PickJob } from './PickJob.tsx';
import { useRowKeys } from './useRowKeys.ts';
import { useVirtualRows } from './useVirtualRows.ts';

type JobCardProps = {
  job: Job;
  picked: boolean | undefined;
  /** Present while jobs are being selected: a press anywhere on the card selects it. */
  onPick: OnPick | undefined;
};

/** One job of the phone's listing. */
const JobCard = memo(function JobCard({ job, picked = false, onPick }: JobCardProps) {
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
  useRowKeys(list);
  // While jobs are being selected, a press of any length turns the one that is pressed.
  const begin = (jobId: string) => {
    if (!selection) onLongPress?.(jobId);
    return !selection;
  };
  useLongPress(list, onLongPress && begin);
  return (
    <ul
      ref={list}
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

/**
 * A finger that rests on a card of the list means the card, not its link: the press is told once, and what the browser makes
 * of it (its own menu, a click at the end) does not come.
 *
 * @param onLongPress gets the job's id, and says whether it made something of it; absent where it never does
 */
function useLongPress(
  list: RefObject<HTMLElement | null>,
  onLongPress: ((jobId: string) => boolean) | undefined,
): void {
  const enabled = onLongPress !== undefined;
  const taken = useEffectEvent((jobId: string) => onLongPress?.(jobId) ?? false);
  useEffect(() => {
    const element = list.current;
    if (!element || !enabled) return;
    // Once the list stands; without it, selecting begins by its button.
    return withRowParts(({ watchLongPress }) => {
      const ended = new AbortController();
      watchLongPress(element, taken, ended.signal);
      return () => ended.abort();
    });
  }, [list, enabled]);
}
