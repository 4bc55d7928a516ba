import { memo } from 'react';
import { addressLine } from '../../../contract/address/addressText.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { firstService, servicesText } from '../../../contract/jobs/servicesText.ts';
import { Badge, StatusBadge } from '../../../ui/Badge.tsx';
import { PlainTime } from '../../../ui/text/PlainTime.tsx';
import type { Selection } from '../bulk/useSelection.ts';
import { DueBadge } from '../due/DueBadge.tsx';
import { JobLink } from '../JobLink.tsx';
import { assigneeText, clientText, deliverySpeed, deliveryText } from '../jobText.ts';
import { jobMenu, Menu, OpenChatButton, TakeWords } from './JobActions.tsx';
import styles from './JobCards.module.css';
import { moveByKeys } from './moveByKeys.ts';
import { OfflineLabels, useMayHaveLabels } from './OfflineLabels.tsx';
import { PickJob } from './PickJob.tsx';
import { useLongPress } from './useLongPress.ts';
import { useRowWindow } from './useRowWindow.tsx';

type JobCardProps = {
  job: Job;
  /** Whether it says whose job it is. */
  staff: boolean;
  /** Whether it may have labels of this device. */
  labelled: boolean;
  picked: boolean | undefined;
  /** Present while jobs are being selected: a press anywhere on the card selects it. */
  onPick: Selection['pick'] | undefined;
};

/** A job of the listing on a phone. */
const JobCard = memo(function JobCard({ job, staff, labelled, picked = false, onPick }: JobCardProps) {
  const address = addressLine(job.address);
  const changed = job.updatedTimestamp || job.createdTimestamp;
  return (
    <article className={styles.card} data-picked={picked || undefined}>
      <div className={styles.about}>
        <h2 className={styles.name}>
          {job.jobPriority === 'HIGH' && (
            <>
              <Badge tone="stamp">
                High<span className="visually-hidden"> priority</span>
              </Badge>{' '}
            </>
          )}
          <JobLink job={job} whole />
        </h2>
        <p className={styles.line} translate="no">
          <span className="code">{job.jobCode}</span>
          {address && ` · ${address}`}
        </p>
        <p className={styles.line} title={servicesText(job.jobEVService)}>
          {staff && <span translate="no">{clientText(job)} · </span>}
          {firstService(job.jobEVService).join(' ')} · {deliveryText(job)}, {deliverySpeed(job).toLowerCase()}
        </p>
        {labelled && <OfflineLabels jobId={job.jobId} />}
        <div className={styles.state}>
          {/* What is due is in progress. */}
          {job.due && job.status === 'IN_PROGRESS' ? (
            <DueBadge job={job} />
          ) : (
            <StatusBadge status={job.status} />
          )}
          <span>
            {job.assignedTo ? (
              <span translate="no">{assigneeText(job)}</span>
            ) : staff && !onPick ? (
              <TakeWords job={job} />
            ) : (
              assigneeText(job)
            )}
            {changed > 0 && ' · '}
            {changed > 0 && <PlainTime seconds={changed} />}
          </span>
        </div>
        {job.statusReason && (
          <p className={styles.line}>
            Reason: <bdi>{job.statusReason}</bdi>
          </p>
        )}
      </div>
      {onPick ? (
        <PickJob job={job} picked={picked} onPick={onPick} all />
      ) : (
        <>
          <OpenChatButton job={job} />
          <Menu {...jobMenu({ job })} />
        </>
      )}
    </article>
  );
});

const cardHeightPx = 114;
/** The head of the screen and of the page, and the tabs. */
const abovePx = 160;

type Props = {
  jobs: readonly Job[];
  hasMore: boolean;
  staff: boolean;
  /** Present while jobs are being selected. */
  selection: Selection | undefined;
  /** Present where jobs can be selected. */
  onLongPress: ((jobId: string) => void) | undefined;
};

/** The listing on a phone: one card a job. */
export function JobCards({ jobs, hasMore, staff, selection, onLongPress }: Props) {
  const { list, rows, measure, beforePx, afterPx, follower } = useRowWindow<HTMLUListElement>(
    jobs,
    cardHeightPx,
    abovePx,
  );
  const mayHaveLabels = useMayHaveLabels();
  // While jobs are being selected, a press of any length selects or unselects a card.
  const longPress = useLongPress(selection ? undefined : onLongPress);
  return (
    <ul
      {...longPress}
      ref={list}
      onKeyDown={moveByKeys}
      className={styles.cards}
      data-held={onLongPress && ''}
      aria-label="Jobs"
      style={{ paddingBlockStart: beforePx, paddingBlockEnd: afterPx }}
    >
      {follower}
      {rows.map(({ index, job }) => (
        <li
          key={job.jobId}
          ref={measure}
          data-index={index}
          data-job={job.jobId}
          className={styles.place}
          aria-posinset={index + 1}
          aria-setsize={hasMore ? -1 : jobs.length}
        >
          <JobCard
            job={job}
            staff={staff}
            labelled={mayHaveLabels(job.jobId)}
            picked={selection?.ids.has(job.jobId)}
            onPick={selection?.pick}
          />
        </li>
      ))}
    </ul>
  );
}
