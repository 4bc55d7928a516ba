import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { type JobSort, jobSorts } from '../../../contract/job.ts';
import styles from '../list/JobTable.module.css';

type Direction = 'ascending' | 'descending';

/** The orders a column offers, first the one that a first press asks for. */
export type ColumnSorts = readonly [sort: JobSort, direction: Direction][];

const icons = { none: ArrowUpDown, ascending: ArrowUp, descending: ArrowDown } as const;

type Props = {
  /** The column's own class. */
  className?: string | undefined;
  sorts: ColumnSorts;
  current: JobSort;
  onSort: (sort: JobSort) => void;
  /** Before the pressable words. */
  before?: ReactNode;
  children: ReactNode;
};

/** The head of a column that orders the list; pressed again, it takes the other way round. */
export function SortHeader({ className, sorts, current, onSort, before, children }: Props) {
  const at = sorts.findIndex(([sort]) => sort === current);
  const direction = sorts[at]?.[1] ?? 'none';
  const next = sorts[(at + 1) % sorts.length]?.[0];
  const Icon = icons[direction];
  return (
    <th scope="col" className={className} aria-sort={direction}>
      {before}
      <button
        type="button"
        className={styles.sort}
        title={next && jobSorts[next]}
        onClick={() => next && onSort(next)}
      >
        {children}
        <Icon aria-hidden />
      </button>
    </th>
  );
}
