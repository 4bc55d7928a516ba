import { useCallback } from 'react';
import type { Job, JobSort } from '../../../contract/job.ts';
import type { Selection } from '../bulk/useSelection.ts';
import { JobRow } from './JobRow.tsx';
import styles from './JobTable.module.css';
import { JobTableHead } from './JobTableHead.tsx';
import { useRowKeys } from './useRowKeys.ts';
import { useVirtualRows } from './useVirtualRows.ts';

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
  useRowKeys(list);
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
        <tbody ref={list}>
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
