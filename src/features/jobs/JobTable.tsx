import type { Job } from '../../contract/job.ts';
import { JobRow } from './JobRow.tsx';
import styles from './JobTable.module.css';
import { useVirtualRows } from './useVirtualRows.ts';

const rowHeightPx = 59;

type Props = { jobs: readonly Job[]; hasMore: boolean };

/** The listing on a desk: one row a job. */
export function JobTable({ jobs, hasMore }: Props) {
  const { list, rows, measure, before, after } = useVirtualRows<HTMLTableSectionElement>(
    jobs.length,
    rowHeightPx,
    (index) => jobs[index]?.jobId ?? String(index),
  );
  return (
    // How many rows there are is unknown until the last page came.
    <table className={styles.table} aria-rowcount={hasMore ? -1 : jobs.length + 1}>
      <caption className="visually-hidden">Jobs</caption>
      <JobTableHead />
      <tbody ref={list}>
        {before > 0 && <Room height={before} />}
        {rows.map(({ index, key }) => {
          const job = jobs[index];
          return job && <JobRow key={key} job={job} index={index} measure={measure} />;
        })}
        {after > 0 && <Room height={after} />}
      </tbody>
    </table>
  );
}

/** Holds the place of rows that are not in the page. */
function Room({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot be focused.
    <tr aria-hidden="true" className={styles.room}>
      <td colSpan={8} style={{ blockSize: height }} />
    </tr>
  );
}

export function JobTableHead() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={styles.code}>
          Code
        </th>
        <th scope="col">Project and address</th>
        <th scope="col" className={styles.services}>
          Services
        </th>
        <th scope="col" className={styles.status}>
          Status<span className="visually-hidden"> and priority</span>
        </th>
        <th scope="col" className={styles.delivery}>
          Delivery
        </th>
        <th scope="col" className={styles.assignee}>
          Assignee
        </th>
        <th scope="col" className={styles.updated}>
          Updated
        </th>
        <th scope="col" className={styles.chat}>
          Chat
        </th>
      </tr>
    </thead>
  );
}
