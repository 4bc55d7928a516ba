import { useCallback } from 'react';
import type { Job } from '../../contract/job.ts';
import { JobCard } from './JobCard.tsx';
import styles from './JobCards.module.css';
import { useRowKeys } from './useRowKeys.ts';
import type { Selection } from './useSelection.ts';
import { useVirtualRows } from './useVirtualRows.ts';

const cardHeightPx = 168;

type Props = {
  jobs: readonly Job[];
  hasMore: boolean;
  /** Present while jobs are being selected. */
  selection: Selection | undefined;
};

/** The listing on a phone: one card a job. */
export function JobCards({ jobs, hasMore, selection }: Props) {
  const keyOf = useCallback((index: number) => jobs[index]?.jobId ?? String(index), [jobs]);
  const { list, rows, measure, before, after } = useVirtualRows<HTMLUListElement>(
    jobs.length,
    cardHeightPx,
    keyOf,
  );
  useRowKeys(list);
  return (
    <ul
      ref={list}
      className={styles.cards}
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
