import type { Job, JobSort } from '../../../contract/jobs/job.ts';
import type { Selection } from '../bulk/useSelection.ts';
import { JobRow } from './JobRow.tsx';
import styles from './JobTable.module.css';
import { JobTableHead } from './JobTableHead.tsx';
import { moveByKeys } from './moveByKeys.ts';
import { useMayHaveLabels } from './OfflineLabels.tsx';
import { useRowWindow } from './useRowWindow.tsx';

const rowHeightPx = 59;
const compactRowHeightPx = 41;
/** The head of the page, the tabs and the head of the table. */
const abovePx = 150;

type Props = {
  /** Whether each job takes one line. */
  compact: boolean;
  /** Whether the filters leave one status. */
  isOneStatus: boolean;
  jobs: readonly Job[];
  hasMore: boolean;
  staff: boolean;
  sort: JobSort | undefined;
  onSort: (sort: JobSort) => void;
  /** Absent where jobs cannot be selected. */
  selection: Selection | undefined;
};

/** The listing on a desk: one row a job. */
export function JobTable({ compact, isOneStatus, jobs, hasMore, staff, sort, onSort, selection }: Props) {
  const { list, rows, measure, beforePx, afterPx, follower } = useRowWindow<HTMLTableSectionElement>(
    jobs,
    compact ? compactRowHeightPx : rowHeightPx,
    abovePx,
  );
  const mayHaveLabels = useMayHaveLabels();
  // Where the list has one status only, its view says it; reasons stand below the status where there is room.
  const hasStatus =
    !isOneStatus ||
    jobs.some(({ status, statusReason }) => (!compact && statusReason) || status !== jobs[0]?.status);
  const hasDue = jobs.some(({ due }) => due !== undefined);
  return (
    <div className={styles.frame}>
      {follower}
      {/* -1: the number of rows is unknown until the last page has arrived. */}
      <table
        className={styles.table}
        aria-rowcount={hasMore ? -1 : jobs.length + 1}
        data-picks={selection ? '' : undefined}
        data-compact={compact || undefined}
        data-due={hasDue || undefined}
      >
        <caption className="visually-hidden">Jobs</caption>
        <JobTableHead
          sort={sort}
          onSort={onSort}
          hasStatus={hasStatus}
          hasDue={hasDue}
          jobs={jobs}
          selection={selection}
        />
        <tbody ref={list} onKeyDown={moveByKeys}>
          {beforePx > 0 && <Spacer heightPx={beforePx} />}
          {rows.map(({ index, job }) => (
            <JobRow
              key={job.jobId}
              job={job}
              index={index}
              measure={measure}
              staff={staff}
              compact={compact}
              hasStatus={hasStatus}
              hasDue={hasDue}
              labelled={mayHaveLabels(job.jobId)}
              picked={selection?.ids.has(job.jobId)}
              onPick={selection?.pick}
            />
          ))}
          {/* Replaced, not pushed down, which counts as a layout shift. */}
          {afterPx > 0 && <Spacer key={`after ${rows.at(-1)?.index}`} heightPx={afterPx} />}
        </tbody>
      </table>
    </div>
  );
}

/** Takes up the space of rows that are not rendered. Its one cell spans no columns, some of which may be hidden. */
function Spacer({ heightPx }: { heightPx: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot be focused.
    <tr aria-hidden="true" data-fills="" className={styles.spacer}>
      <td style={{ blockSize: heightPx }} />
    </tr>
  );
}
