import { memo, useCallback } from 'react';
import type { Job, JobSort } from '../../../contract/job.ts';
import { addressLine } from '../../../format/address.ts';
import { exactDay, exactTime, machineTime } from '../../../format/date.ts';
import { servicesShort, servicesWords } from '../../../format/services.ts';
import { PriorityBadge, StatusBadge } from '../../../ui/Badge.tsx';
import { Time } from '../../../ui/Time.tsx';
import type { Selection } from '../bulk/useSelection.ts';
import { JobLink } from '../JobLink.tsx';
import { assigneeWords, deliveryShort, deliverySpeed } from '../jobWords.ts';
import { JobMarks } from './JobMarks.tsx';
import { JobMenu } from './JobMenu.tsx';
import styles from './JobTable.module.css';
import { JobTableHead } from './JobTableHead.tsx';
import { moveByKeys } from './moveByKeys.ts';
import { OpenChatButton } from './OpenChatButton.tsx';
import { type OnPick, PickJob } from './PickJob.tsx';
import { useVirtualRows } from './useVirtualRows.ts';

type JobRowProps = {
  job: Job;
  index: number;
  measure: (row: Element | null) => void;
  picked: boolean | undefined;
  /** Absent where jobs cannot be selected. */
  onPick: OnPick | undefined;
};

/** One job of the desk's listing. */
const JobRow = memo(function JobRow({ job, index, measure, picked = false, onPick }: JobRowProps) {
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

const rowHeightPx = 59;

type Props = {
  jobs: readonly Job[];
  hasMore: boolean;
  sort: JobSort;
  onSort: (sort: JobSort) => void;
  /** Absent where jobs cannot be selected. */
  selection: Selection | undefined;
};

/** The listing on a desk: one row a job. */
export function JobTable({ jobs, hasMore, sort, onSort, selection }: Props) {
  const keyOf = useCallback((index: number) => jobs[index]?.jobId ?? String(index), [jobs]);
  const { list, rows, measure, before, after } = useVirtualRows<HTMLTableSectionElement>(
    jobs.length,
    rowHeightPx,
    keyOf,
  );
  const columns = selection ? 9 : 8;
  return (
    <div className={styles.frame}>
      {/* How many rows there are is unknown until the last page came. */}
      <table
        className={styles.table}
        aria-rowcount={hasMore ? -1 : jobs.length + 1}
        data-picks={selection ? '' : undefined}
      >
        <caption className="visually-hidden">Jobs</caption>
        <JobTableHead sort={sort} onSort={onSort} jobs={jobs} selection={selection} />
        <tbody ref={list} onKeyDown={moveByKeys}>
          {before > 0 && <Room height={before} columns={columns} />}
          {rows.map(({ index, key }) => {
            const job = jobs[index];
            return (
              job && (
                <JobRow
                  key={key}
                  job={job}
                  index={index}
                  measure={measure}
                  picked={selection?.ids.has(job.jobId)}
                  onPick={selection?.pick}
                />
              )
            );
          })}
          {after > 0 && <Room height={after} columns={columns} />}
        </tbody>
      </table>
    </div>
  );
}

/** Holds the place of rows that are not in the page. */
function Room({ height, columns }: { height: number; columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot be focused.
    <tr aria-hidden="true" className={styles.room}>
      <td colSpan={columns} style={{ blockSize: height }} />
    </tr>
  );
}
