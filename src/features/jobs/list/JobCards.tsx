import { type RefObject, useCallback, useEffect, useEffectEvent } from 'react';
import type { Job } from '../../../contract/job.ts';
import type { Selection } from '../bulk/useSelection.ts';
import { JobCard } from './JobCard.tsx';
import styles from './JobCards.module.css';
import { withRowParts } from './loadRowParts.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useVirtualRows } from './useVirtualRows.ts';

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
